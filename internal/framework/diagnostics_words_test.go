package framework

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
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

// What the client adds to the words of a response is no quotation: it is a paragraph of its own.
func TestFailure_additions(t *testing.T) {
	t.Parallel()
	said := &transport.Error{Operation: "GetPod", Status: http.StatusNotFound, Message: "not found"}
	for added, want := range map[string]string{
		"; this is odd": "The service said: not found\n\nOperation GetPod, HTTP status 404.\n\nThis is odd.\n",
		"; gave up after 2 attempts": "The service said: not found\n\nOperation GetPod, HTTP status 404.\n\n" +
			"The provider gave up after 2 attempts.\n",
		": odd": "The service said: not found: odd\n\nOperation GetPod, HTTP status 404.\n\nNext: ",
	} {
		got := Failure{Verb: "read", Entity: "pod", Err: fmt.Errorf("%w"+added, said)}.detail()
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %q", want, got)
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

// The advice about missing capacity names arguments that the pod has: a CPU pod has no GPU types.
func TestFailure_capacityOfComputeTypes(t *testing.T) {
	t.Parallel()
	kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"compute_type": tftypes.String}}
	for name, test := range map[string]struct {
		value      any
		want, bars string
	}{
		"GPU":     {"GPU", "gpu_type_ids", "cpu_flavor_ids"},
		"unknown": {tftypes.UnknownValue, "gpu_type_ids", "cpu_flavor_ids"},
		"CPU":     {"CPU", "cpu_flavor_ids", "gpu_"},
	} {
		plan := tftypes.NewValue(kind, map[string]tftypes.Value{
			"compute_type": tftypes.NewValue(tftypes.String, test.value),
		})
		got := Failure{Verb: "create", Entity: "pod", Plan: plan,
			Err: &transport.Error{Kind: transport.KindNoCapacity, Status: 500}}.detail()
		if !strings.Contains(got, test.want) || strings.Contains(got, test.bars) {
			t.Errorf("%s: %s", name, got)
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

// An object without a name is named by its ID alone, and the advice is that for the users that exist.
func TestLetGo_oneCase(t *testing.T) {
	t.Parallel()
	pod, template := fleet.User{Kind: client.UserPod, ID: "p1"}, fleet.User{Kind: client.UserTemplate, ID: "t1",
		Name: "a"}
	if got := UsersOf([]fleet.User{pod, template}); got != `pod p1, template "a" (t1)` {
		t.Error(got)
	}
	const ofPods, ofTemplates = "container_registry_auth_id", "create_before_destroy"
	for name, test := range map[string]struct {
		users      []fleet.User
		want, bars []string
	}{
		"a pod":                {[]fleet.User{pod}, []string{ofPods}, []string{ofTemplates}},
		"a template":           {[]fleet.User{template}, []string{ofTemplates}, []string{ofPods}},
		"a pod and a template": {[]fleet.User{pod, template}, []string{ofPods, ofTemplates}, nil},
		"no user that is seen": {nil, nil, []string{ofPods, ofTemplates}},
	} {
		got := letGo("container registry auth", test.users)
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in %s", name, want, got)
			}
		}
		for _, bar := range test.bars {
			if strings.Contains(got, bar) {
				t.Errorf("%s: %q in %s", name, bar, got)
			}
		}
		if strings.Count(got, ". ") > 4 {
			t.Errorf("%s: more than five sentences: %s", name, got)
		}
	}
}

// A pod keeps its volume, so the advice names only users that can get another one.
func TestLetGo_ofAVolume(t *testing.T) {
	t.Parallel()
	pod := fleet.User{Kind: client.UserPod, ID: "p1"}
	endpoint := fleet.User{Kind: client.UserEndpoint, ID: "e1"}
	worker := fleet.User{Kind: client.UserWorker, ID: "w1", OwnerID: "e1"}
	for want, users := range map[string][]fleet.User{
		"put it back. If an": {pod},
		"that gives the objects named above another network volume or none, and remove it":  {endpoint},
		"that gives the other objects named above another network volume or none, and":      {pod, endpoint},
		"the objects named above (the endpoint of a worker) another network volume or none": {endpoint, worker},
	} {
		if got := letGo("network volume", users); !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}
