package template_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The provider sends a create of unknown outcome once. If the service carried it out, the template is in the state.
func TestTemplate_lostCreate(t *testing.T) {
	t.Parallel()
	for fault, acts := range map[string]bool{"reset_after": true, "truncate": true, "reset": false, "html": false} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				env := start()
				env.SetFaults(emulator.Fault{Operation: "CreateTemplate", Kind: fault, Count: 1})
				it := env.Process().Object(typeName)
				if acts {
					says := acctest.Text(it.Apply(hcl(minimal), acctest.Create))
					if !strings.Contains(says, `Found the template "web" (`) {
						t.Errorf("%s", says)
					}
					env.ExpectRequests("ListTemplates", "CreateTemplate", "ListTemplates", "GetTemplate")
					return
				}
				it.ExpectApplyError(hcl(minimal), acctest.Create,
					"its outcome is unknown.*No list showed a new object.*Next: wait two minutes. "+
						"Before you apply again, list the objects.*import")
				env.ExpectRequests("ListTemplates", "CreateTemplate", "ListTemplates", "ListTemplates")
				it.Apply(hcl(minimal), acctest.Create)
				if got := len(env.Objects(kind)); got != 1 {
					t.Errorf("%d templates, want 1", got)
				}
			})
		})
	}
}

// A template that has the name is not adopted: it may be another block's, or the one that is to be replaced.
func TestTemplate_nameIsTaken(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		config := acctest.Values{"name": "web", "image_name": "img:1", "env": map[string]string{"A": "hunter2"}}
		env := start()
		template := map[string]any{"name": "web", "imageName": "img:1", "env": map[string]any{"A": "hunter2"}}
		env.Put(kind, "t1", template)
		_, diags := env.Process().Apply(typeName, acctest.Instance{}, config)
		if says := acctest.Text(diags); !strings.Contains(says, "ERROR: Cannot create template: ") ||
			!strings.Contains(says, "in no state, import it with the import ID name:web") || strings.Contains(says, "hunter2") {
			t.Error(says)
		}
		if diags[0].Attribute.String() != `AttributeName("name")` {
			t.Errorf("at %s", diags[0].Attribute)
		}
	})
}

// Should the service answer with something else than was planned, the plan holds for this run, somebody is told, and
// the next refresh shows the difference.
func TestTemplate_unexpectedValue(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		p := env.Process()
		config := acctest.Values{"name": "web", "image_name": "img:1"}
		created, _ := p.Apply(typeName, acctest.Instance{}, config)
		env.Patch(kind, id(t, env), map[string]any{
			"volumeInGb": 99, "ports": []string{"9/tcp"}, "env": map[string]any{"TOKEN": "hunter2"}, "earned": 7,
		})
		config["readme"] = "new"
		updated, diags := p.Apply(typeName, created, config)
		says := acctest.Text(diags)
		if !strings.Contains(says, `WARNING: Unexpected value for volume_in_gb: template "`) ||
			!strings.Contains(says, "): The service returned another value than the plan has. The next plan shows the "+
				"difference.\n\nNext: plan again.") ||
			!strings.Contains(says, "Unexpected value for env: template ") || strings.Contains(says, "hunter2") ||
			strings.Contains(says, "earned") {
			t.Errorf("%s", says)
		}
		refreshed, _ := p.Read(typeName, updated)
		if got := p.Attributes(typeName, refreshed.State)["volume_in_gb"].String(); !strings.Contains(got, "99") {
			t.Errorf("the next refresh hides the drift: %s", got)
		}
	})
}
