package framework

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// People read the exact text, and search for it.
func TestFailure_text(t *testing.T) {
	t.Parallel()
	failure := Failure{Verb: "create", Entity: "template", Name: "web", Err: &transport.Error{
		Operation: "CreateTemplate", Status: 500, Message: "name must be unique", RequestID: "r1",
		Kind: transport.KindNameTaken,
	}}
	var diags diag.Diagnostics
	failure.AddTo(&diags)
	const want = `The provider could not create the template "web".

The service said: name must be unique

Operation CreateTemplate, HTTP status 500, request ID r1.

Next: choose another name, or use name_prefix, as create_before_destroy needs it. Names are unique in an account. Only if the existing object is yours and in no state, import it with the import ID name:web. The next apply then changes it to match the configuration.`
	if got := diags[0]; got.Summary() != "Cannot create template" || got.Detail() != want {
		t.Errorf("got\n%s\n\n%s", got.Summary(), got.Detail())
	}
}

func TestFailure_everyKindSaysWhatIsNext(t *testing.T) {
	t.Parallel()
	seen := map[string]transport.Kind{}
	for kind := transport.KindUnknown; kind <= transport.KindDecode; kind++ {
		next := Failure{Entity: "template", Name: "web"}.next(&transport.Error{Kind: kind})
		if next == "Next: " {
			t.Errorf("kind %d has no next step", kind)
		}
		if other, twice := seen[next]; twice && kind != transport.KindInternal && kind != transport.KindUnavailable {
			t.Errorf("kinds %d and %d have the same next step", kind, other)
		}
		seen[next] = kind
	}
}

// Reads fail in plans: there is nothing to apply then, and nothing to apply again.
func TestFailure_readsHaveNothingToApply(t *testing.T) {
	t.Parallel()
	for verb, again := range map[string]string{"read": "plan again", LookingFor: "plan again", "import": "import again",
		"update": "apply again"} {
		for _, kind := range []transport.Kind{
			transport.KindUnknown, transport.KindInvalid, transport.KindUnauthorized, transport.KindNotFound, transport.KindGone,
			transport.KindConflict, transport.KindRateLimited,
			transport.KindInternal, transport.KindUnavailable, transport.KindRedirect, transport.KindNetwork,
			transport.KindDecode,
		} {
			detail := Failure{Verb: verb, Entity: "template", Name: "web",
				Err: &transport.Error{Kind: kind, Status: 500}}.detail()
			if verb != "update" && strings.Contains(strings.ToLower(detail), "apply") {
				t.Errorf("%s, kind %d: %s", verb, kind, detail)
			}
			if kind == transport.KindNetwork && !strings.Contains(detail, again) {
				t.Errorf("%s: %s", verb, detail)
			}
		}
	}
}

func TestFailure_keepsWhyItStopped(t *testing.T) {
	t.Parallel()
	refusal := &transport.Error{Operation: "DeleteTemplate", Status: 500, Message: "in use", Kind: transport.KindInUse}
	detail := Failure{Verb: "delete", Entity: "template",
		Err: fmt.Errorf("%w; this did not change within 5m: %w", refusal, context.DeadlineExceeded)}.detail()
	for _, want := range []string{"The service said: in use\n",
		"\nThe provider adds: this did not change within 5m: context deadline exceeded.\n"} {
		if !strings.Contains(detail, want) {
			t.Errorf("%q is missing in %s", want, detail)
		}
	}
	detail = Failure{Verb: "create", Entity: "pod", Err: fmt.Errorf("%w; try again.", refusal)}.detail()
	if !strings.Contains(detail, "\nThe provider adds: try again.\n") {
		t.Error(detail)
	}
	detail = (Failure{Verb: "read", Entity: "template", Err: errors.New("odd")}).detail()
	if !strings.Contains(detail, "Reason: odd") {
		t.Error(detail)
	}
}

// Who waited for the service's rate limit in vain is told whether anything was sent, and what can be changed.
func TestFailure_rateLimit(t *testing.T) {
	t.Parallel()
	for status, said := range map[int]string{0: "The provider sent nothing: ",
		http.StatusTooManyRequests: "The service said: "} {
		detail := Failure{Verb: "create", Entity: "template", Err: &transport.Error{
			Operation: "CreateTemplate", Status: status, Kind: transport.KindRateLimited, Cause: context.DeadlineExceeded,
		}}.detail()
		for _, want := range []string{said, `timeouts { create = "…" }`, "-parallelism", "requests_per_second"} {
			if !strings.Contains(detail, want) {
				t.Errorf("%d: %q is missing in %s", status, want, detail)
			}
		}
	}
}

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
