package endpoint_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A state of version 1 plans empty over version 2, and sends nothing, whatever is configured; and back over version 1
// nothing is replaced.
func TestEndpoint_stateOfVersion1(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]string{
		"least":      "",
		"name":       minimal,
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

			env.UseVersion1()
			endpoint.Process = env.Process()
			endpoint.Apply(hcl(config), acctest.NoOp)
			env.ExpectWrites()
		})
	}
}

// A fraction that an endpoint got over version 2 is no reason to refuse a plan over version 1, where answers have whole
// numbers: nothing would send it. A change of it made elsewhere is shown, and another fraction is refused.
func TestEndpoint_fractionBackOverVersion1(t *testing.T) {
	t.Parallel()
	half := hcl(minimal + "\nscaler_value = 0.5")
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(half, acctest.Create)
	env.UseVersion1()
	endpoint.Process = env.Process()
	env.ClearJournal()
	endpoint.Apply(half, acctest.Update) // template_id
	for _, r := range env.Writes() {
		if strings.Contains(string(r.Body), "scalerValue") {
			t.Errorf("sent %s", r.Body)
		}
	}
	endpoint.Expect("scaler_value", 0.5)
	endpoint.Apply(half, acctest.NoOp)
	endpoint.ExpectPlanError(strings.Replace(half, "0.5", "1.5", 1), `Next: set scaler_value to a whole number, at least 1\.`)
	patch(t, env, kind, endpoint.ID(), map[string]any{"scalerValue": 7})
	endpoint.Process = env.Process()
	endpoint.Refresh()
	endpoint.Expect("scaler_value", 7)
}
