package provider

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// While a delete waits, the log says for whom.
func TestLogUsers(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	logUsers(tflogtest.RootLogger(t.Context(), &log), "v1", []client.User{
		{Kind: client.UserPod, ID: "p1", Name: "desk"},
		{Kind: client.UserWorker, ID: "w1", Name: "serve", EndpointID: "e1", Leaving: true},
	}, errors.New("no list today"))
	lines, err := tflogtest.MultilineJSONDecode(&log)
	if err != nil || len(lines) != 1 {
		t.Fatalf("%v: %v", lines, err)
	}
	for field, want := range map[string]string{
		"@level": "info", "@message": "the delete waits", "id": "v1", "error": "no list today",
		"used_by": `pod "desk" (p1), worker "serve" (w1) of endpoint e1, which ends with its job`,
	} {
		if got, ok := lines[0][field].(string); !ok || !strings.Contains(got, want) {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
}
