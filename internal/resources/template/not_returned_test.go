package template_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// What a deployment does not return of an imported template is no reason to replace or to change it: neither what it is
// for, nor the volume, whose default depends on that. The first configuration is taken over, with one warning, and not
// sent.
func TestTemplate_notReturnedPurposeIsTakenOver(t *testing.T) {
	t.Parallel()
	for name, configured := range map[string]acctest.Values{
		"all of it":  {"is_serverless": true, "volume_in_gb": 0},
		"serverless": {"is_serverless": true},
		"nothing":    {},
		"for pods":   {"is_serverless": false, "volume_in_gb": 20},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			env.Rewrite().Use(func(a *emulatortest.Answer) {
				var members map[string]json.RawMessage
				if a.Operation != "GetTemplate" || json.Unmarshal(a.Body, &members) != nil {
					return
				}
				delete(members, "isServerless")
				delete(members, "volumeInGb")
				a.Body, _ = json.Marshal(members)
			})
			env.Put(kind, "t1", map[string]any{
				"name": "web", "imageName": "img:1", "isServerless": configured["is_serverless"] == true, "volumeInGb": 0,
			})
			p := env.Process()
			imported := p.MustImport(typeName, "t1", "")
			for _, attribute := range []string{"is_serverless", "volume_in_gb"} {
				if got := p.Attributes(typeName, imported.State)[attribute]; !got.IsNull() {
					t.Errorf("%s is %s although nobody has said so", attribute, got)
				}
			}
			config := acctest.Values{"name": "web", "image_name": "img:1"}
			for attribute, value := range configured {
				config[attribute] = value
			}
			plan := p.Plan(typeName, imported, config)
			says := acctest.Text(plan.Diagnostics)
			if len(plan.RequiresReplace) != 0 {
				t.Errorf("it is replaced for %v: %s", plan.RequiresReplace, says)
			}
			_, serverless := configured["is_serverless"]
			if serverless != strings.Contains(says, "these attributes: is_serverless") {
				t.Errorf("the plan says %q", says)
			}
			env.ClearJournal()
			adopted, diags := p.Apply(typeName, imported, config)
			if writes := env.Writes(); len(writes) != 0 {
				t.Errorf("%v is sent: %s", writes, acctest.Text(diags))
			}
			if adopted, diags = p.Read(typeName, adopted); len(diags) != 0 {
				t.Error(acctest.Text(diags))
			}
			plansNothing(t, p, adopted, config)
		})
	}
}
