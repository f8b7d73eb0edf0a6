package endpoint_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A state of version 1 plans empty over version 2, and sends nothing, whatever is configured.
func TestEndpoint_stateOfVersion1(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]string{
		"least":      "",
		"everything": everything, // Both CUDA constraints, which version 2 refuses where it would have to send them.
		"most":       bothVersions,
		"CPU":        cpuOnly,
		"any CPU":    minimal + "\ncompute_type = \"CPU\"",
		"empty lists": minimal + "\ngpu_type_ids = []\ndata_center_ids = []\nnetwork_volume_ids = []\n" +
			"allowed_cuda_versions = []",
		"no pool":       minimal + "\ngpu_type_ids = [\"Tesla T4\", \"NVIDIA A40\"]",
		"three vCPUs":   minimal + "\ncompute_type = \"CPU\"\nvcpu_count = 3",
		"one volume":    minimal + "\nnetwork_volume_id = \"v1\"",
		"paused":        minimal + "\nworkers_max = 0",
		"with priority": minimal + "\ngpu_type_ids = [\"NVIDIA L40S\", \"NVIDIA A40\"]",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(config), acctest.Create)
			version := endpoint.JSON("version")
			env.ClearJournal()

			env.UseVersion2()
			endpoint.Process = env.Process()
			plan := endpoint.Plan(hcl(config), acctest.NoOp)
			if len(plan.Diagnostics) != 0 {
				t.Error(acctest.Text(plan.Diagnostics))
			}
			endpoint.Apply(hcl(config), acctest.NoOp)
			env.ExpectWrites()
			if got := endpoint.JSON("version"); string(got) != string(version) {
				t.Errorf("version %s, and was %s", got, version)
			}
		})
	}
}
