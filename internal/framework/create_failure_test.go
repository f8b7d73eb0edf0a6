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

// Each outcome of a create says what may exist, by id where that is known, and what to do. What has no name is not
// called anything.
func TestCreateFailed(t *testing.T) {
	t.Parallel()
	several := []client.FoundObject{{ID: "t2"}, {ID: "t1", Name: "web"}}
	for name, test := range map[string]struct {
		failed client.CreateError
		says   []string
	}{
		"not sent": {client.CreateError{Outcome: client.CreateNotSent, Look: errors.New("no list")},
			[]string{": not sent", "Reason: nothing was sent: no list", "Next: apply again."}},
		"ambiguous": {client.CreateError{Outcome: client.CreateAmbiguous, Sent: 2, Found: several},
			[]string{": its outcome is unknown", "sent 2 times", `t1 (called "web"), t2.`,
				"`terraform import podfleet_template.NAME t1` or `terraform import podfleet_template.NAME t2`"}},
		"in another form": {client.CreateError{Outcome: client.CreateDoubtful, Sent: 1, Found: []client.FoundObject{
			{ID: "t2", Differences: []string{"containerDiskInGb", "imageName"}}, {ID: "t1", Name: "Web"}}},
			[]string{": its outcome is unknown", "what may be it", "or it is somebody else's",
				`: t1 (called "Web"); t2, which differs in container_disk_in_gb, image_name. So the create was not sent again`,
				"Only if nobody else made it, import it: `terraform import podfleet_template.NAME t1` or"}},
		"not looked for": {client.CreateError{Outcome: client.CreateUnlooked, Sent: 1, Look: errors.New("no list")},
			[]string{"sent once", "Looking for it failed too: no list", `There may be a template "web" now`,
				"the data source podfleet_templates lists", `it is one called "web" that is new`,
				"terraform import podfleet_template.NAME ID"}},
		"taken by another": {client.CreateError{Outcome: client.CreateNameTaken,
			Found: []client.FoundObject{{ID: "t1", Differences: []string{"containerDiskInGb", "env"}}}},
			[]string{"with id t1, is another", "differs in container_disk_in_gb, env", "Only if it is yours, import it"}},
		"taken by this run": {client.CreateError{Outcome: client.CreateNameTaken,
			Found: []client.FoundObject{{ID: "t1", Own: true}}}, []string{"t1, was made in this run, for another block"}},
		"taken, and nothing shown": {client.CreateError{Outcome: client.CreateNameTaken,
			Found: []client.FoundObject{{ID: "t1"}}}, []string{"shows nothing but the name", "NAME t1"}},
		"exists": {client.CreateError{Outcome: client.CreateExists, Found: several},
			[]string{": there is one like it", "may be left over from an earlier run, or managed elsewhere", "t1", "t2"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, called := range []types.String{types.StringValue("web"), types.StringNull()} {
				var diags diag.Diagnostics
				resourceOfTemplates().CreateFailed(called, tfsdk.Plan{}, &test.failed).AddTo(&diags)
				text := diags[0].Summary() + "\n" + diags[0].Detail()
				for _, says := range test.says {
					if called.IsNull() {
						says = strings.ReplaceAll(says, `a template "web"`, "a template")
						says = strings.ReplaceAll(says, `one called "web"`, "one")
					}
					if !strings.Contains(text, says) {
						t.Errorf("%q is not in %s", says, text)
					}
				}
				if strings.Contains(text, `""`) {
					t.Error(text)
				}
			}
		})
	}
}

// What is not as usual about a create that worked is a warning: an adoption, and what was there before.
func TestMade(t *testing.T) {
	t.Parallel()
	object := client.Template{ID: "t1"}
	existing := []client.FoundObject{{ID: "t0"}}
	for name, test := range map[string]struct {
		created client.Created[client.Template]
		says    []string
	}{
		"nothing": {client.Created[client.Template]{Object: object}, nil},
		"found": {client.Created[client.Template]{Object: object,
			Adopted: &client.Adoption{Failure: errors.New("cut")}},
			[]string{"Found the template after its create failed", "t1 is new since this run began", "Reason: cut"}},
		"twice": {client.Created[client.Template]{Object: object, Repeated: &client.Repetition{Failure: errors.New("cut"),
			Found: existing}}, []string{"The template may have been made twice", "the one in the state, with id t1",
			"There is also, new since this run began: t0. ", "or somebody else has", "has not deleted it",
			"Reason: cut", "Next: find out whether somebody else made it"}},
		"perhaps twice": {client.Created[client.Template]{Object: object, Repeated: &client.Repetition{
			Failure: errors.New("cut"), Look: errors.New("no list")}}, []string{"The template may have been made twice",
			"could not be found out: no list", "Next: look for it: the data source podfleet_templates lists"}},
		"existing": {client.Created[client.Template]{Object: object, Existing: existing},
			[]string{"Possible duplicate template", "was created with id t1", "t0", "left over"}},
	} {
		var diags diag.Diagnostics
		if made := resourceOfTemplates().Made(test.created, types.StringNull(), &diags); made.ID != "t1" {
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
