package provider

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
)

// While a delete waits, the log says for whom.
func TestLogUsers(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	logUsers(tflogtest.RootLogger(t.Context(), &log), "v1", []fleet.User{
		{Kind: client.UserPod, ID: "p1", Name: "desk"},
		{Kind: client.UserWorker, ID: "w1", Name: "serve", OwnerID: "e1", Leaving: true},
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

// That the service limits the rate is a warning in the log, with what is limited.
func TestLogThrottling(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	logThrottling(tflogtest.RootLogger(t.Context(), &log), pacing.Throttling{
		Limit: "the management interface", Pause: 1500 * time.Millisecond,
	})
	lines, err := tflogtest.MultilineJSONDecode(&log)
	if err != nil || len(lines) != 1 || lines[0]["@level"] != "warn" || lines[0]["pause_ms"] != 1500.0 ||
		lines[0]["limit_of"] != "the management interface" {
		t.Errorf("%v: %v", lines, err)
	}
}

// All providers of a process share what they learn of the service's limits, and their clients use it.
func TestNew_sharesAccounts(t *testing.T) {
	t.Parallel()
	constructor := New("test")
	one, isOne := constructor().(*Provider)
	two, isTwo := constructor().(*Provider)
	other, isOther := New("test")().(*Provider)
	if !isOne || !isTwo || !isOther || one.accounts == nil || one.accounts != two.accounts ||
		one.accounts == other.accounts {
		t.Error("limits are not shared, or too widely")
	}
}
