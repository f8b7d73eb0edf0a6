package framework

import (
	"errors"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

func resourceOfTemplates() *EntityResource[client.Template] {
	return &EntityResource[client.Template]{Entity: Entity[client.Template]{Name: "template",
		Named: func(t client.Template) Named { return Named{ID: t.ID, Name: t.Name.Or("")} }}}
}

// The message of each outcome of a create names the objects that may exist, by ID if known, and the next steps. It has
// no empty name for an object without a name.
func TestCreateFailed(t *testing.T) {
	t.Parallel()
	const unknown = ": its outcome is unknown"
	several := []client.FoundObject{{ID: "t2"}, {ID: "t1", Name: "web"}}
	ambiguous := func(doubt client.Doubt, found ...client.FoundObject) client.CreateError {
		return client.CreateError{Outcome: client.CreateAmbiguous, Doubt: doubt, Found: found}
	}
	for name, test := range map[string]struct {
		failed client.CreateError
		says   []string
	}{
		"not sent, no connection": {client.CreateError{Outcome: client.CreateNotSent,
			Look: &client.Error{Kind: client.KindNetwork, Message: "connection refused"}},
			[]string{": not sent", "connection refused", "These requests failed.",
				"Next: check that rest_url is right and reachable from here, then apply again."}},
		"not sent": {client.CreateError{Outcome: client.CreateNotSent, Look: errors.New("no list")},
			[]string{": not sent", "Reason: the provider sent nothing: no list", "Next: apply again."}},
		"a twin": {ambiguous(client.DoubtTwin, several...),
			[]string{unknown, "More new objects match the request", `t1 ("web"); t2.`, "added nothing to the state",
				"`terraform import podfleet_template.NAME t1` or `terraform import podfleet_template.NAME t2`"}},
		"differing creates": {ambiguous(client.DoubtDiffering, several...),
			[]string{unknown, "differ only in values that the API does not return", "t1", "t2"}},
		"not shown": {ambiguous(client.DoubtNotShown, client.FoundObject{ID: "t1", Missing: []string{"isServerless"}}),
			[]string{unknown, "does not return enough of it", "t1, without is_serverless"}},
		"no time": {ambiguous(client.DoubtTime, client.FoundObject{ID: "t1", CreatedAt: "today"}),
			[]string{unknown, "the service sends no Date header", "at that time: t1, created at today."}},
		"interrupted": {client.CreateError{Outcome: client.CreateAmbiguous, Doubt: client.DoubtInterrupted, Found: several,
			MayAppear: true}, []string{unknown, "timed out or was interrupted", "The run ended before",
			`another template "web" may appear later`}},
		"another process": {ambiguous(client.DoubtPeer, several...),
			[]string{unknown, "another provider process on this machine"}},
		"in another form": {client.CreateError{Outcome: client.CreateDoubtful, Found: []client.FoundObject{
			{ID: "t2", Differences: []string{"containerDiskInGb", "imageName"}}, {ID: "t1", Name: "Web"}}},
			[]string{unknown, "But one of these may be its result", "or belong to another client",
				`: t1 ("Web"); t2, which differs in container_disk_in_gb, image_name.`,
				"Next: find out which of them belongs to this block. One does not belong to this block if `terraform state list -id=ID` ",
				"Import the one that does: `terraform import podfleet_template.NAME t1` or",
				"Then plan: the plan shows what the next apply changes. " +
					"If several are left, import one of them, and delete none whose owner you do not know. " +
					"If none of them belongs to this block, wait two minutes, list the objects with the data source " +
					"podfleet_templates, and apply again if no other new one is yours. Each may be billed"}},
		"one in another form": {client.CreateError{Outcome: client.CreateDoubtful, MayAppear: true,
			Found: []client.FoundObject{{ID: "t1", Name: "Web"}}},
			[]string{"But this one may be its result", "It does not belong to this block if `terraform state list -id=t1` prints an address, here or",
				"In that case, wait five minutes, list the objects with the data source podfleet_templates, and apply again if " +
					"no other new one is yours. If it belongs to this block, import it: " +
					"`terraform import podfleet_template.NAME t1`. Then plan: ",
				"Until it is deleted, t1 may be billed."}},
		"not looked for": {client.CreateError{Outcome: client.CreateUnlooked, Look: errors.New("no list")},
			[]string{unknown, "could not search for the object: no list",
				"the data source podfleet_templates", `one with the name "web" that is new`,
				"terraform import podfleet_template.NAME ID"}},
		"missing": {client.CreateError{Outcome: client.CreateMissing},
			[]string{unknown, "found no object", "No list showed it within 15s.", "they can show it later",
				"Next: wait two minutes. Before you apply again, list the objects with the data source podfleet_templates",
				`one with the name "web" that is new`, "import it: `terraform import podfleet_template.NAME ID`. If not, apply"}},
		"missing, and may appear": {client.CreateError{Outcome: client.CreateMissing, MayAppear: true},
			[]string{unknown, `another template "web" may appear later`, "Next: wait five minutes."}},
		"missing, and others exist": {client.CreateError{Outcome: client.CreateMissing, Found: []client.FoundObject{
			{ID: "t1", CreatedAt: "yesterday"}}}, []string{"at another time than this request was sent: t1, created at yes",
			"No list showed it within 15s.",
			"import it: `terraform import podfleet_template.NAME t1`. If not, list the objects"}},
		"taken by another": {client.CreateError{Outcome: client.CreateNameTaken,
			Found: []client.FoundObject{{ID: "t1", Differences: []string{"containerDiskInGb", "env"}}}},
			[]string{"ID t1, differs from the request in container_disk_in_gb, env", "Only if it is yours, import it"}},
		"taken by this run": {client.CreateError{Outcome: client.CreateNameTaken,
			Found: []client.FoundObject{{ID: "t1", Own: true}}}, []string{"ID t1, for another block"}},
		"taken by what a state has": {client.CreateError{Outcome: client.CreateNameTaken,
			Found: []client.FoundObject{{ID: "t1", Managed: true}}}, []string{"ID t1, is in a state", "use name_prefix"}},
		"taken, and equal": {client.CreateError{Outcome: client.CreateNameTaken,
			Found: []client.FoundObject{{ID: "t1", Identified: true}}}, []string{"has all the values", "NAME t1"}},
		"taken, and nothing shown": {client.CreateError{Outcome: client.CreateNameTaken,
			Found: []client.FoundObject{{ID: "t1"}}}, []string{"returns only the name", "NAME t1"}},
		"exists": {client.CreateError{Outcome: client.CreateExists, Found: several},
			[]string{": an equal object exists", "existing_objects", "An earlier run may have left it", "t1", "t2",
				"replaces it with create_before_destroy", "changed and deleted nothing",
				"`terraform state list -id=t1` and `terraform state list -id=t2`", "without a saved plan"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, called := range []types.String{types.StringValue("web"), types.StringNull()} {
				var diags diag.Diagnostics
				resourceOfTemplates().CreateFailed(called, tfsdk.Plan{}, &test.failed).AddTo(&diags)
				text := diags[0].Summary() + "\n" + diags[0].Detail()
				for _, says := range test.says {
					if called.IsNull() {
						says = strings.ReplaceAll(says, `another template "web"`, "another template")
						says = strings.ReplaceAll(says, `one with the name "web"`, "one")
					}
					if !strings.Contains(text, says) {
						t.Errorf("%q is not in %s", says, text)
					}
				}
				if strings.Contains(text, `""`) || strings.Contains(text, "delete it") {
					t.Error(text)
				}
			}
		})
	}
}

// A create that succeeded in an unusual way warns: about an adoption, and about equal objects that existed before.
func TestMade(t *testing.T) {
	t.Parallel()
	object := client.Template{ID: "t1"}
	cut := errors.New("cut")
	for name, test := range map[string]struct {
		created client.Created[client.Template]
		says    []string
	}{
		"nothing": {client.Created[client.Template]{Object: object}, nil},
		"found": {client.Created[client.Template]{Object: object, Adopted: &client.Adoption{Failure: cut}},
			[]string{"Found the template after its create failed", "the object with ID t1", "Reason: cut",
				"The API does not return when a template was created.", "cannot tell the two apart",
				"A destroy deletes the object in the state.", "Next: before you destroy or replace it, check that t1 is yours",
				"`terraform state list -id=t1`",
				"`terraform state rm podfleet_template.NAME`, which deletes nothing. Wait two minutes. Then list the objects with " +
					"the data source podfleet_templates and look for another one that is new and whose ID is in no state. If it " +
					"exists, import it: " +
					"`terraform import podfleet_template.NAME ID`. If not, apply again. If t1 is yours and you want to send",
				"The API does not return the secret either", "-replace=podfleet_template.NAME", "that deletes t1."}},
		"found by its time": {client.Created[client.Template]{Object: object,
			Adopted: &client.Adoption{Failure: cut, Dated: true}},
			[]string{"created an equal object in the same seconds, the provider cannot tell the two apart"}},
		"found after a timeout": {client.Created[client.Template]{Object: object,
			Adopted: &client.Adoption{Failure: cut, TimedOut: true}},
			[]string{"another template may appear later", "Wait five minutes. Then list the objects with the data source"}},
		"existing": {client.Created[client.Template]{Object: object, Existing: []client.FoundObject{{ID: "t0"}}},
			[]string{"Possible duplicate template", "created the template with ID t1", "t0", "may have left it",
				"Next: run `terraform state list -id=t0` here and in the folders of your other configurations.",
				"run `terraform state rm podfleet_template.NAME`, which deletes nothing, and import the object: " +
					"`terraform import podfleet_template.NAME t0`. Then t1 is in no state"}},
	} {
		var diags diag.Diagnostics
		r := resourceOfTemplates()
		r.Entity.NotCompared = "the secret"
		if made := r.Made(test.created, types.StringNull(), &diags); made.ID != "t1" {
			t.Error(made)
		}
		if len(diags) != min(len(test.says), 1) || diags.HasError() {
			t.Errorf("%s: %v", name, diags)
			continue
		}
		for _, says := range test.says {
			if text := diags[0].Summary() + diags[0].Detail(); !strings.Contains(text, says) ||
				strings.Contains(text, `""`) {
				t.Errorf("%s: %s", name, text)
			}
		}
	}
}
