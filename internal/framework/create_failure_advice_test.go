package framework

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// A second apply lists no more than the first if the API key may not list. So the error says what to change.
func TestCreateFailed_mayNotList(t *testing.T) {
	t.Parallel()
	r := resourceOfTemplates()
	r.ExistingObjectsFrom = "PODFLEET_EXISTING_OBJECTS in the environment"
	failed := creates.Error{
		Look: &transport.Error{Kind: transport.KindUnauthorized, Status: http.StatusForbidden}}
	var diags diag.Diagnostics
	r.CreateFailed(types.StringValue("web"), tfsdk.Plan{}, &failed).AddTo(&diags)
	detail := diags[0].Detail()
	for _, says := range []string{"The provider sent no create, and created nothing.",
		`PODFLEET_EXISTING_OBJECTS in the environment is "error"`, "and the service does not let the API key list them.",
		"Next: use an API key that is valid and may list objects of this kind.", `set existing_objects to "ignore"`,
		"cannot look for its object"} {
		if !strings.Contains(detail, says) {
			t.Errorf("%q is not in %s", says, detail)
		}
	}
	if strings.Contains(detail, "Next: apply again") {
		t.Error(detail)
	}
}

// After a create that timed out, the error says how to allow more time before it says how to search for the object.
func TestFailure_createThatTimedOut(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	Failure{Verb: "create", Entity: "pod", Name: "web", Advice: "Next: search.",
		Err: &transport.Error{Kind: transport.KindNetwork, Cause: context.DeadlineExceeded}}.AddTo(&diags)
	if detail := diags[0].Detail(); !strings.HasSuffix(detail,
		"To allow more time, set timeouts { create = \"…\" }.\n\nNext: search.") {
		t.Error(detail)
	}
}
