package framework

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

func resourceOfTemplates() *EntityResource[api.Template] {
	return &EntityResource[api.Template]{Entity: Entity[api.Template]{Name: "template"}}
}

// The message of each outcome of a create names the objects that may exist, by ID if known, and the next steps, in this
// order. It has no empty name for an object without a name, and it does not advise a second object: an apply that
// follows at once could create one.
func TestCreateFailed(t *testing.T) {
	t.Parallel()
	const unknown = ": its outcome is unknown"
	several := []creates.FoundObject{{ID: "t2", Differences: []string{"containerDiskInGb"}}, {ID: "t1", Name: "web",
		CreatedAt: "today", Missing: []string{"isServerless"}}}
	cut := &transport.Error{Kind: transport.KindNetwork, Cause: io.ErrUnexpectedEOF}
	late := &transport.Error{Kind: transport.KindDecode, Cause: io.ErrUnexpectedEOF}
	forbidden := &transport.Error{Kind: transport.KindUnauthorized, Status: http.StatusForbidden}
	for name, test := range map[string]struct {
		failed creates.Error
		says   []string
	}{
		"not sent, no connection": {creates.Error{
			Look: &transport.Error{Kind: transport.KindNetwork, Message: "connection refused"}},
			[]string{": not sent", "connection refused", "These requests failed.",
				"Next: check that rest_url is right and reachable from here, then apply again."}},
		"not sent": {creates.Error{Look: errors.New("no list")},
			[]string{": not sent", "Reason: the provider sent nothing: no list", "Next: apply again."}},
		"several": {creates.Error{Err: cut, Unknown: true, Doubt: "It is not clear.", Found: several},
			[]string{unknown, "It is not clear.", "one of these objects: " +
				`t1 ("web"), created at today, without is_serverless; t2, which differs in container_disk_in_gb.`,
				"added nothing to the state", "Next: find out whether one of the objects above belongs to this block.",
				"`terraform state list -id=ID`",
				"`terraform import podfleet_template.NAME t1` or `terraform import podfleet_template.NAME t2`",
				"Then plan. If none does, wait two minutes. Before you apply again, list the objects with the data source " +
					"podfleet_templates", `another one with the name "web" that is new`, "If not, apply again."}},
		"none": {creates.Error{Err: cut, Unknown: true, Doubt: "No list showed one."},
			[]string{unknown, "No list showed one. The provider added nothing to the state. What exists may be billed.",
				"Next: wait two minutes. Before you apply again, list", `one with the name "web" that is new`,
				"import it: `terraform import podfleet_template.NAME ID`. If not, apply again."}},
		"one may appear": {creates.Error{Err: late, Unknown: true, Doubt: "No list showed one."},
			[]string{unknown, `another template "web" may appear later`, "Next: wait five minutes."}},
		"no look": {creates.Error{Err: cut, Unknown: true, Look: errors.New("no list")},
			[]string{unknown, "It could not look for the object: no list.", "the data source podfleet_templates"}},
		"the API key may not list": {creates.Error{Err: cut, Unknown: true, Look: forbidden},
			[]string{unknown, "It could not look for the object", "Before you apply again, list the objects with an API key " +
				"that may list them, or in the service's console, and look for one"}},
		"not sent, the API key may not list": {creates.Error{Look: forbidden}, []string{": not permitted", "Next: use an " +
			"API key that is valid and may list objects of this kind.", `"ignore"`, "cannot look for its object"}},
		"refused": {creates.Error{Err: &transport.Error{Kind: transport.KindQuota, Status: http.StatusForbidden}},
			[]string{": quota reached", "The service created no template.", "Next: use less of the account's quota"}},
		"taken": {creates.Error{Err: &transport.Error{Kind: transport.KindNameTaken, Status: http.StatusConflict}},
			[]string{"The service created no template.", "use name_prefix", "Names are unique in an account.",
				"Only if the existing object is yours and in no state", "the import ID name:"}},
		"exists": {creates.Error{Found: several},
			[]string{": an equal object exists", "existing_objects", "t1", "t2", "An earlier run may have left it",
				"replaces with create_before_destroy", "that one is deleted already",
				"`terraform state list -id=t1` and `terraform state list -id=t2`", "without a saved plan"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, called := range []types.String{types.StringValue("web"), types.StringNull()} {
				var diags diag.Diagnostics
				resourceOfTemplates().CreateFailed(called, &test.failed).AddTo(&diags)
				text := diags[0].Summary() + "\n" + diags[0].Detail()
				rest := text
				for _, says := range test.says {
					if called.IsNull() {
						says = strings.ReplaceAll(says, `another template "web"`, "another template")
						says = strings.ReplaceAll(says, `one with the name "web"`, "one")
					}
					_, after, has := strings.Cut(rest, says)
					if !has {
						t.Fatalf("%q is not in %s", says, rest)
					}
					rest = after
				}
				if strings.Contains(text, `""`) || strings.Contains(text, "delete it") ||
					test.failed.Unknown && strings.Contains(text, "Next: apply again") ||
					test.failed.MayNotList() && strings.Contains(text, "data source") {
					t.Error(text)
				}
			}
		})
	}
}

// An object that the provider found is named in the summary of the warning, its ID whole: the CLI folds warnings of
// equal summaries.
func TestMade(t *testing.T) {
	t.Parallel()
	object := api.Template{ID: "t1"}
	cut := errors.New("cut")
	for name, test := range map[string]struct {
		created creates.Created[api.Template]
		says    []string
	}{
		"": {creates.Created[api.Template]{Object: object}, nil},
		"web": {creates.Created[api.Template]{Object: object, Failure: cut},
			[]string{`Found the template "web" (t1) after its create failed`, "the object with ID t1", "at that time, the " +
				"provider cannot tell the two apart", "The API does not return the secret, so the provider could not",
				"A destroy deletes the object in the state.", "Reason: cut", "Next: before you destroy or replace it, check " +
					"that t1 is yours", "`terraform state list -id=t1`",
				"`terraform state rm podfleet_template.NAME`, which deletes nothing. Wait two minutes. Then list the objects " +
					"with the data source podfleet_templates and look for another one with the name \"web\" that is new",
				"`terraform import podfleet_template.NAME ID`. If not, apply again."}},
		"the-name-of-a-template-is-long": {creates.Created[api.Template]{Object: object,
			Failure: &transport.Error{Kind: transport.KindUnavailable, Status: http.StatusGatewayTimeout}},
			[]string{`Found the template "the-name-of-a-template-…" (t1) after its create failed`,
				`"the-name-of-a-template-is-long" may appear later`, "Wait five minutes. Then list"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var diags diag.Diagnostics
			r := resourceOfTemplates()
			r.Entity.NotCompared = "the secret"
			if made := r.Made(test.created, types.StringValue(name), &diags); made.ID != "t1" {
				t.Error(made)
			}
			if len(diags) != min(len(test.says), 1) || diags.HasError() {
				t.Fatal(diags)
			}
			for _, says := range test.says {
				if text := diags[0].Summary() + diags[0].Detail(); !strings.Contains(text, says) {
					t.Errorf("%q is not in %s", says, text)
				}
			}
		})
	}
}
