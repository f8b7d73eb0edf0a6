package framework

import (
	"context"
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
			[]string{"t1, created at yesterday", "Next: wait two minutes. Before you apply again, find out " +
				"whether one of the objects above belongs to this block.",
				importIt, "list the objects with the data source podfleet_templates", "If not, apply again."}},
		"an object of another time, and one may appear": {
			client.CreateError{Outcome: client.CreateMissing, Found: earlier, MayAppear: true},
			[]string{"t1, created at yesterday", `another template "web" may appear later`, "Next: wait five minutes.",
				lookFirst, "If not, apply again."}},
		"one may appear": {client.CreateError{Outcome: client.CreateMissing, MayAppear: true},
			[]string{"Next: wait five minutes.", lookFirst, "If not, apply again."}},
		"the last search failed": {client.CreateError{Outcome: client.CreateUnlooked, Look: errors.New("no list"),
			MayAppear: true, Found: []client.FoundObject{{ID: "t1", Name: "web"}, {ID: "t2"}}},
			[]string{"could not search for the object: no list.", `An earlier search found: t1 ("web"); t2.`,
				`another template "web" may appear later.`, "Next: wait five minutes.",
				"before you apply again, find out whether one of the objects above belongs to this block.", importIt,
				"`terraform import podfleet_template.NAME t2`", "list the objects with the data source podfleet_templates",
				"If not, apply again."}},
		"the last search failed, and one may appear": {client.CreateError{Outcome: client.CreateUnlooked,
			Look: errors.New("no list"), MayAppear: true},
			[]string{"could not search for the object: no list.",
				`The service may still carry out the request: a template "web" may appear later.`,
				"it is in no state, and may be billed.", "Next: wait five minutes.", lookFirst, "If not, apply again."}},
		"the API key may not list, and one may appear": {client.CreateError{Outcome: client.CreateUnlooked,
			Look: &client.Error{Kind: client.KindUnauthorized, Status: http.StatusForbidden}, MayAppear: true},
			[]string{`a template "web" may appear later.`, "Next: wait five minutes.",
				"Before you apply again, list the objects with an API key that may list them"}},
		"no search succeeded": {client.CreateError{Outcome: client.CreateUnlooked, Look: errors.New("no list")},
			[]string{"could not search for the object: no list. If the object exists", "Next:", lookFirst,
				"If not, apply again."}},
		"the API key may not list": {client.CreateError{Outcome: client.CreateUnlooked,
			Look: &client.Error{Kind: client.KindUnauthorized, Status: http.StatusForbidden}},
			[]string{"could not search for the object", "it is in no state, and may be billed.",
				"Next: wait two minutes. Before you apply again, list the objects with an API key that may list them, or " +
					`in the service's console, and look for one with the name "web" that is new`, "If it exists, import it: `terraform import podfleet_template.NAME ID`.",
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

// A second apply lists no more than the first if the API key may not list. So the error says what to change.
func TestCreateFailed_mayNotList(t *testing.T) {
	t.Parallel()
	r := resourceOfTemplates()
	r.ExistingObjectsFrom = "PODFLEET_EXISTING_OBJECTS in the environment"
	failed := client.CreateError{Outcome: client.CreateNotSent,
		Look: &client.Error{Kind: client.KindUnauthorized, Status: http.StatusForbidden}}
	var diags diag.Diagnostics
	r.CreateFailed(types.StringValue("web"), tfsdk.Plan{}, &failed).AddTo(&diags)
	detail := diags[0].Detail()
	for _, says := range []string{"The provider sent no create, and created nothing.",
		`PODFLEET_EXISTING_OBJECTS in the environment is "error"`, "and the service does not let the API key list them.",
		"Next: use an API key that is valid and may list objects of this kind.", `set existing_objects to "warn"`,
		"cannot search for its object"} {
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
		Err: &client.Error{Kind: client.KindNetwork, Cause: context.DeadlineExceeded}}.AddTo(&diags)
	if detail := diags[0].Detail(); !strings.HasSuffix(detail,
		"To allow more time, set timeouts { create = \"…\" }.\n\nNext: search.") {
		t.Error(detail)
	}
}

// An error about one object does not speak of several.
func TestAfterAmbiguous_oneObject(t *testing.T) {
	t.Parallel()
	for n, says := range map[int]string{1: "Next: find out whose it is.", 2: "Next: find out which of them belongs"} {
		failed := &client.CreateError{Found: make([]client.FoundObject, n)}
		entity := resourceOfTemplates().Entity
		if text := entity.afterAmbiguous(failed); !strings.HasPrefix(text, says) ||
			!strings.Contains(text, ", wait two minutes, list") {
			t.Errorf("%d: %s", n, text)
		}
		failed.MayAppear = true
		if text := entity.afterAmbiguous(failed); !strings.Contains(text, ", wait five minutes, list") {
			t.Errorf("%d, and another may appear: %s", n, text)
		}
	}
}

// An object of a name that may repeat can appear late and be created twice: the advice names the setting that stops
// the next apply then. It does not if an equal object exists, which would stop it too.
func TestCreateFailed_refusesLateObjects(t *testing.T) {
	t.Parallel()
	const setting = "PODFLEET_EXISTING_OBJECTS=error"
	missing := client.CreateError{Outcome: client.CreateMissing}
	late := client.CreateError{Outcome: client.CreateMissing, MayAppear: true}
	equal := client.CreateError{Outcome: client.CreateMissing, MayAppear: true, Found: []client.FoundObject{{ID: "t1"}}}
	unique := client.CreateError{Outcome: client.CreateMissing, MayAppear: true, UniqueName: true}
	for name, test := range map[string]struct {
		failed client.CreateError
		want   bool
	}{
		"not found":                   {missing, true},
		"may appear":                  {late, true},
		"may appear, an equal exists": {equal, false},
		"unique names":                {unique, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := resourceOfTemplates()
			var diags diag.Diagnostics
			r.CreateFailed(types.StringValue("web"), tfsdk.Plan{}, &test.failed).AddTo(&diags)
			if got := strings.Contains(diags[0].Detail(), setting); got != test.want {
				t.Errorf("%v, want %v: %s", got, test.want, diags[0].Detail())
			}
		})
	}
}

// A warning about an object that appeared late says how to find out whose it is. An object that no state has may belong
// to another block; one of two, of which a state has the other, to another client.
func TestWarnOfLate(t *testing.T) {
	t.Parallel()
	for adopted, want := range map[string]string{
		"": "object with ID t2 appeared, with the values of that request. It is in no state, and may be billed.\n\n" +
			"Next: find out whose it is. It does not belong to this block if `terraform state list -id=t2` prints an address, " +
			"here or in the folder of another configuration, or if the other users of the account know it. If it belongs to " +
			"this block, import it before you apply again: `terraform import podfleet_template.NAME t2`.",
		"t1": "Next: find out which. One is another client's if `terraform state list -id=ID` prints an address in the folder " +
			"of another configuration, or if the other users of the account know it. If another client created t1, run " +
			"`terraform state rm podfleet_template.NAME`, which deletes nothing, and import the other one: " +
			"`terraform import podfleet_template.NAME t2`.",
	} {
		var diags diag.Diagnostics
		resourceOfTemplates().Entity.warnOfLate(client.LateObject{ID: "t2", Name: "web", Adopted: adopted}, &diags)
		if len(diags) != 1 || !strings.HasSuffix(diags[0].Detail(), want) {
			t.Errorf("%q: %v", adopted, diags)
		}
	}
}
