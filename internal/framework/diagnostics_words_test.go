package framework

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// A message names the author of the words that it quotes.
func TestFailure_namesTheAuthor(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		err  transport.Error
		want string
	}{
		"service": {transport.Error{Status: http.StatusBadRequest, Message: "no such type"},
			"The service said: no such type"},
		"gateway": {transport.Error{Status: http.StatusBadGateway, Kind: transport.KindUnavailable,
			Message: "502 Bad Gateway"}, "A gateway in front of the service responded: 502 Bad Gateway\n"},
		"gateway that was slow": {transport.Error{Status: http.StatusGatewayTimeout, Kind: transport.KindUnavailable,
			Message: "upstream took too long"}, "A gateway in front of the service responded: upstream took too long"},
		"service, repeated word": {transport.Error{Status: http.StatusInternalServerError, Message: "down down"},
			"The service said: down down"},
		"no response": {transport.Error{Kind: transport.KindNetwork, Message: "reset"}, "No usable response: reset"},
		"no author, request not built": {transport.Error{Kind: transport.KindInvalid, Message: `"." is not an ID`},
			`The provider sent nothing: "." is not an ID`},
		"no author, delete of used object": {transport.Error{Kind: transport.KindInUse, Message: "used"},
			"The provider sent nothing: used"},
		"service, used object": {transport.Error{Status: http.StatusConflict, Kind: transport.KindInUse, Message: "used"},
			"The service said: used"},
	} {
		test.err.Operation = "GetPod"
		if got := (Failure{Verb: "read", Entity: "pod", Err: &test.err}).detail(); !strings.Contains(got, test.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// An interruption is no reason to check the URL. The end of the operation's time is, and the message says how to allow
// more.
func TestFailure_interruptedOrTimedOut(t *testing.T) {
	t.Parallel()
	failed := func(cause error) string {
		return Failure{Verb: "create", Entity: "pod", Err: fmt.Errorf("%w: %w",
			&transport.Error{Kind: transport.KindNetwork, Cause: cause}, cause)}.detail()
	}
	if got := failed(context.Canceled); !strings.HasSuffix(got, "Next: apply again.") {
		t.Error(got)
	}
	got := failed(context.DeadlineExceeded)
	for _, want := range []string{"The operation timed out.", `timeouts { create = "…" }`, "check that rest_url"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

// The list behind an import by name has no object of its own: a 404 is about the URL.
func TestFailure_importOverAWrongURL(t *testing.T) {
	t.Parallel()
	got := Failure{Verb: "import", Entity: "pod", Name: "desk",
		Err: &transport.Error{Kind: transport.KindNotFound, Status: http.StatusNotFound}}.detail()
	if !strings.Contains(got, "check that rest_url is the base URL") || strings.Contains(got, "deleted") {
		t.Error(got)
	}
}
