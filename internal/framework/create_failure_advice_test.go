package framework

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// An apply that follows at once creates a second object beside one that an error names. So the error says to import
// first, and does not say that nothing was created.
func TestCreateFailed_doesNotAdviseASecondObject(t *testing.T) {
	t.Parallel()
	const importIt = "import it: `terraform import podfleet_template.NAME t1`"
	const lookFirst = "before you apply again, list the objects with the data source podfleet_templates"
	earlier := []client.FoundObject{{ID: "t1", CreatedAt: "yesterday"}}
	for name, test := range map[string]struct {
		failed client.CreateError
		says   []string // in this order
	}{
		"an object of another time": {client.CreateError{Outcome: client.CreateMissing, Found: earlier},
			[]string{"t1, created at yesterday", "Next: find out whether one of the objects above belongs to this block.",
				importIt, "list the objects with the data source podfleet_templates", "If not, apply again."}},
		"an object of another time, and one may appear": {
			client.CreateError{Outcome: client.CreateMissing, Found: earlier, MayAppear: true},
			[]string{"t1, created at yesterday", `another template "web" may appear later`, "Next: wait a few minutes.",
				lookFirst, "If not, apply again."}},
		"one may appear": {client.CreateError{Outcome: client.CreateMissing, MayAppear: true},
			[]string{"Next: wait a few minutes.", lookFirst, "If not, apply again."}},
		"the last search failed": {client.CreateError{Outcome: client.CreateUnlooked, Look: errors.New("no list"),
			MayAppear: true, Found: []client.FoundObject{{ID: "t1", Name: "web"}, {ID: "t2"}}},
			[]string{"could not search for the object: no list.", `An earlier search found: t1 ("web"); t2.`, "Next:",
				lookFirst, "If not, apply again."}},
		"no search succeeded": {client.CreateError{Outcome: client.CreateUnlooked, Look: errors.New("no list")},
			[]string{"could not search for the object: no list. If the object exists", "Next:", lookFirst,
				"If not, apply again."}},
		"the API key may not list": {client.CreateError{Outcome: client.CreateUnlooked,
			Look: &client.Error{Kind: client.KindUnauthorized, Status: http.StatusForbidden}},
			[]string{"could not search for the object", "it is in no state, and may be billed.",
				"Next: before you apply again, list the objects with an API key that may list them, or in the service's " +
					`console, and look for one with the name "web" that is new`, "If it exists, import it: `terraform import podfleet_template.NAME ID`.",
				"If not, apply again."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var diags diag.Diagnostics
			resourceOfTemplates().CreateFailed(types.StringValue("web"), tfsdk.Plan{}, &test.failed).AddTo(&diags)
			rest := diags[0].Detail()
			for _, says := range test.says {
				_, after, has := strings.Cut(strings.ToLower(rest), strings.ToLower(says))
				if !has {
					t.Fatalf("%q is not in %q", says, rest)
				}
				rest = after
			}
			for _, never := range []string{"nothing was created", "Next: apply again"} {
				if strings.Contains(diags[0].Detail(), never) {
					t.Errorf("%q is in %s", never, diags[0].Detail())
				}
			}
			if test.failed.MayNotList() && strings.Contains(diags[0].Detail(), "data source") {
				t.Errorf("the API key cannot list the objects: %s", diags[0].Detail())
			}
		})
	}
}
