package endpoint_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// An update over version 2 whose outcome is unknown is sent again with the members that belong together: pools without
// exclusions would clear these, and a template would set its CUDA versions.
func TestEndpoint_lostUpdateOverVersion2(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ before, after, sent string }{
		"GPU types": {
			hcl(`gpu_type_ids = ["NVIDIA L4"]`), hcl(`gpu_type_ids = ["NVIDIA L4", "NVIDIA GeForce RTX 4090"]`),
			`{"gpu":{"excludedTypes":["NVIDIA RTX A5000","NVIDIA GeForce RTX 3090"],"pools":["ADA_24","AMPERE_24"]}}`,
		},
		"pools": {
			hcl("gpu_pools = [\"AMPERE_24\"]\nexcluded_gpu_type_ids = [\"NVIDIA RTX A5000\"]"),
			hcl("gpu_pools = [\"AMPERE_24\", \"HOPPER_141\"]\nexcluded_gpu_type_ids = [\"NVIDIA RTX A5000\"]"),
			`{"gpu":{"excludedTypes":["NVIDIA RTX A5000"],"pools":["AMPERE_24","HOPPER_141"]}}`,
		},
		"exclusions": {
			hcl(`gpu_type_ids = ["NVIDIA L4"]`), hcl(`gpu_type_ids = ["NVIDIA L4", "NVIDIA RTX A5000"]`),
			`{"gpu":{"excludedTypes":["NVIDIA GeForce RTX 3090"],"pools":["AMPERE_24"]}}`,
		},
		"a template with CUDA versions": {
			hcl(minimal), strings.Replace(hcl(minimal), `"t1"`, `"t2"`, 1),
			`{"gpu":{"allowedCudaVersions":[]},"templateId":"t2"}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			changes := map[string]any{"allowedCudaVersions": []string{"12.4"}, "imageName": "img:2"}
			env.Patch("templates", "t2", changes)
			env.UseVersion(2)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(test.before, acctest.Create)
			env.ClearJournal()
			env.SetFaults(emulator.Fault{Operation: "UpdateEndpoint", Kind: emulator.FaultStatus, Status: 502, Count: 1})
			endpoint.Apply(test.after, acctest.Update)
			for _, sent := range env.Requests("UpdateEndpoint") {
				if string(sent.Body) != test.sent {
					t.Errorf("sent %s, want %s", sent.Body, test.sent)
				}
			}
			endpoint.Process = env.Process()
			endpoint.Plan(test.after, acctest.NoOp)
		})
	}
}
