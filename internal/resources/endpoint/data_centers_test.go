package endpoint_test

import (
	"encoding/json"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Deployments answer [] or all there are for an endpoint without data centers or GPU types. What is not configured is
// what they say, and any answer to [] is no drift, also after another client has changed it, and after an import. A
// removed line asks for any again. Nothing of it warns.
func TestEndpoint_chosenByTheService(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		attribute, member, one, other, dialect string
		open                                   int // how many there are without a configuration
	}{
		"data centers as sent": {"data_center_ids", "dataCenterIds", "EU-RO-1", "US-TX-3", "created", 0},
		"all data centers":     {"data_center_ids", "dataCenterIds", "EU-RO-1", "US-TX-3", "all-data-centers", 26},
		"GPU types as sent":    {"gpu_type_ids", "gpuTypeIds", "NVIDIA A40", "NVIDIA L4", "created", 0},
		"all GPU types":        {"gpu_type_ids", "gpuTypeIds", "NVIDIA A40", "NVIDIA L4", "all-gpu-types", 46},
	} {
		for line, open := range map[string]int{"": test.open, test.attribute + " = []": 0} {
			t.Run(name+" "+line, func(t *testing.T) {
				t.Parallel()
				env := start(t, emulator.Options{AnswersAs: []string{test.dialect}})
				endpoint := env.Process().Object(typeName)
				apply := func(line string, action acctest.Action, count int) {
					t.Helper()
					if says := acctest.Text(endpoint.Apply(hcl(minimal+"\n"+line), action)); says != "" && action != acctest.Update {
						t.Error(says)
					}
					endpoint.Plan(hcl(minimal+"\n"+line), acctest.NoOp)
					endpoint.Refresh()
					endpoint.Plan(hcl(minimal+"\n"+line), acctest.NoOp)
					var all []string
					if err := json.Unmarshal(endpoint.JSON(test.attribute), &all); err != nil || len(all) != count {
						t.Errorf("%q: there are %v (%v), want %d", line, all, err, count)
					}
				}
				apply(line, acctest.Create, open)
				env.ClearJournal()
				apply(test.attribute+` = ["`+test.one+`"]`, acctest.Update, 1)
				env.ExpectSent("UpdateEndpoint", `{"`+test.member+`":["`+test.one+`"]}`)
				apply(line, acctest.Update, open)
				env.ExpectSent("UpdateEndpoint", `{"`+test.member+`":[]}`)
				env.Patch(kind, endpoint.ID(), map[string]any{test.member: []string{test.other}})
				endpoint.Process = env.Process()
				endpoint.Plan(hcl(minimal+"\n"+line), acctest.NoOp)
				endpoint.Plan(hcl(minimal+"\n"+test.attribute+` = ["`+test.one+`"]`), acctest.Update)
				env.Patch(kind, endpoint.ID(), map[string]any{test.member: []string{}})
				imported := env.Process().Object(typeName)
				imported.Import(endpoint.ID())
				imported.Plan(hcl(minimal), acctest.NoOp)
				imported.Instance = acctest.Instance{}
			})
		}
	}
}
