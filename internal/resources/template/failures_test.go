package template_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A template that has the name is not adopted: it may be another block's, or the one that is to be replaced.
func TestTemplate_nameIsTaken(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
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
		env := start()
		p := env.Process()
		config := acctest.Values{"name": "web", "image_name": "img:1"}
		created := p.MustApply(typeName, acctest.Instance{}, config)
		env.Patch(kind, env.OnlyID(kind), map[string]any{
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
