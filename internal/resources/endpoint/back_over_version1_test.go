package endpoint_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// backOverVersion1 are the configurations of endpoints that are created over version 2 and planned over version 1.
var backOverVersion1 = map[string]string{
	"least":             "",
	"any CPU":           "compute_type = \"CPU\"",
	"CPU":               "compute_type = \"CPU\"\ncpu_flavor_ids = [\"cpu5c\", \"cpu3c\"]\nvcpu_count = 4",
	"no flashboot":      "flashboot = false",
	"GPU types":         "gpu_type_ids = [\"NVIDIA L40S\", \"NVIDIA A40\"]",
	"empty lists":       "gpu_type_ids = []\ndata_center_ids = []\nnetwork_volume_ids = []\nallowed_cuda_versions = []",
	"half a second":     "scaler_value = 0.5",
	"pools":             "gpu_pools = [\"ADA_24\"]",
	"pools, exclusions": "gpu_pools = [\"AMPERE_48\"]\nexcluded_gpu_type_ids = [\"NVIDIA A40\"]",
	"volumes":           "network_volume_ids = [\"v1\", \"v2\"]",
	"one volume":        "network_volume_id = \"v1\"",
	"volumes, both":     "network_volume_id = \"v1\"\nnetwork_volume_ids = [\"v2\"]",
	"a volume twice":    "network_volume_id = \"v1\"\nnetwork_volume_ids = [\"v1\"]",
	"data center":       "data_center_ids = [\"EU-RO-1\"]",
	"jobs":              "scaler_type = \"REQUEST_COUNT\"\nscaler_value = 3",
	"CUDA versions":     "allowed_cuda_versions = [\"12.4\"]",
	"lowest CUDA":       "min_cuda_version = \"12.4\"",
	"paused":            "workers_max = 0",
}

// An endpoint that was created over version 2 plans empty over version 1, except for template_id: version 1 shows the
// copy that the endpoint has. The update sends the template alone, and rolls the workers once. With container settings
// of its own, the plan is empty. Back over version 2, each plan is empty.
func TestEndpoint_backOverVersion1(t *testing.T) {
	t.Parallel()
	for name, lines := range backOverVersion1 {
		for of, config := range map[string]string{
			"template": hcl(minimal + "\n" + lines), "own container": ownHCL(leastOwn + lines),
		} {
			t.Run(name+", "+of, func(t *testing.T) {
				t.Parallel()
				env := start(t)
				env.UseVersion2()
				endpoint := env.Process().Object(typeName)
				endpoint.Apply(config, acctest.Create)
				env.UseVersion1()
				endpoint.Process = env.Process()
				env.ClearJournal()
				sent := `{"templateId":"t1"}`
				if name == "jobs" { // Version 2 has no idle timeout for them.
					sent = `{"templateId":"t1","idleTimeout":5}`
				}
				switch {
				case of == "template":
					before, _ := env.Objects(kind)[0]["version"].(float64)
					endpoint.Apply(config, acctest.Update)
					env.ExpectSent("UpdateEndpoint", sent)
					if got := env.Objects(kind)[0]["version"]; got != before+1 {
						t.Errorf("the version is %v, and was %v", got, before)
					}
				case name == "jobs":
					endpoint.Apply(config, acctest.Update)
					env.ExpectSent("UpdateEndpoint", `{"idleTimeout":5}`)
				}
				endpoint.Apply(config, acctest.NoOp)
				env.ExpectWrites()
				env.UseVersion2()
				endpoint.Process = env.Process()
				endpoint.Apply(config, acctest.NoOp)
				env.ExpectWrites()
			})
		}
	}
}

// A change of GPU types or volumes over version 1 is sent. After that, answers have them as they were sent.
func TestEndpoint_changedBackOverVersion1(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ from, to, sent string }{
		"some types for any": {"", `gpu_type_ids = ["NVIDIA L40S", "NVIDIA A40"]`,
			`{"gpuTypeIds":["NVIDIA L40S","NVIDIA A40"]}`},
		"any for some": {`gpu_type_ids = ["NVIDIA L40S", "NVIDIA A40"]`, "", `{"gpuTypeIds":[]}`},
		"another set":  {`network_volume_ids = ["v1"]`, `network_volume_ids = ["v2"]`, `{"networkVolumeId":"","networkVolumeIds":["v2"]}`},
		"a set of it":  {`network_volume_id = "v1"`, `network_volume_ids = ["v1"]`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			env.UseVersion2()
			from, to := ownHCL(leastOwn+test.from), ownHCL(leastOwn+test.to)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(from, acctest.Create)
			env.UseVersion1()
			endpoint.Process = env.Process()
			endpoint.Apply(from, acctest.NoOp)
			env.ClearJournal()
			endpoint.Apply(to, acctest.Update)
			if test.sent == "" {
				env.ExpectWrites()
			} else {
				env.ExpectSent("UpdateEndpoint", test.sent)
			}
			endpoint.Apply(to, acctest.NoOp)
			env.UseVersion2()
			endpoint.Process = env.Process()
			endpoint.Apply(to, acctest.NoOp)
			env.UseVersion1()
			endpoint.Process = env.Process()
			endpoint.Apply(to, acctest.NoOp)
			env.ExpectWrites()
		})
	}
}

// GPU types and volumes that another client changes are drift over version 1, in whichever form version 2 got them.
func TestEndpoint_driftBackOverVersion1(t *testing.T) {
	t.Parallel()
	some := []string{"NVIDIA L40S", "NVIDIA A40"}
	for name, test := range map[string]struct {
		lines string
		patch map[string]any
		drift string
		want  any
	}{
		"any type":    {`gpu_type_ids = ["NVIDIA L4"]`, map[string]any{"gpuTypeIds": some}, "gpu_type_ids", []any{some[0], some[1]}},
		"other types": {`gpu_type_ids = ["NVIDIA A40"]`, map[string]any{"gpuTypeIds": some}, "gpu_type_ids", []any{some[0], some[1]}},
		"one volume":  {`network_volume_id = "v1"`, map[string]any{"networkVolumeIds": []string{"v2"}}, "network_volume_ids", []any{"v2"}},
		"no volume":   {`network_volume_id = "v1"`, map[string]any{"networkVolumeIds": []string{}}, "network_volume_id", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			env.UseVersion2()
			config := ownHCL(leastOwn + test.lines)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(config, acctest.Create)
			env.UseVersion1()
			patch(t, env, kind, endpoint.ID(), test.patch)
			endpoint.Process = env.Process()
			endpoint.Refresh()
			endpoint.Expect(test.drift, test.want)
			endpoint.Apply(config, acctest.Update)
			endpoint.Apply(config, acctest.NoOp)
		})
	}
}

// What version 2 has imported or moved to another attribute plans empty over version 1 too, as far as version 1 can
// have it.
func TestEndpoint_formsOfVersion2(t *testing.T) {
	t.Parallel()
	const lines = "gpu_type_ids = [\"NVIDIA L40S\", \"NVIDIA A40\"]\n"
	env := start(t)
	endpoint := env.Process().Object(typeName)
	moved := func(volume string) string { return hcl(minimal + "\n" + lines + volume) }
	endpoint.Apply(moved(`network_volume_id = "v1"`), acctest.Create)
	env.UseVersion2()
	endpoint.Process = env.Process()
	env.ClearJournal()
	endpoint.Apply(moved(`network_volume_ids = ["v1"]`), acctest.Update)
	env.ExpectWrites()
	env.UseVersion1()
	endpoint.Process = env.Process()
	endpoint.Apply(moved(`network_volume_ids = ["v1"]`), acctest.NoOp)
	id := endpoint.ID()

	env.UseVersion2()
	imported := env.Process().Object(typeName)
	imported.Import(id)
	config := ownHCL(minimal + "\nimage_name = \"img:1\"\nports = [\"8888/http\", \"22/tcp\"]\n" +
		strings.Replace(lines, `"NVIDIA L40S", "NVIDIA A40"`, `"NVIDIA A40", "NVIDIA L40S"`, 1) + `network_volume_ids = ["v1"]`)
	imported.Plan(config, acctest.NoOp)
	env.UseVersion1()
	imported.Process = env.Process()
	imported.Apply(config, acctest.NoOp)
	env.ExpectWrites()
}

// Over version 1, a list answers the refreshes of endpoints of version 2: it shows no drift that a GET has to confirm.
func TestEndpoint_listedBackOverVersion1(t *testing.T) {
	t.Parallel()
	env := start(t)
	env.UseVersion2()
	config := ownHCL(leastOwn + `network_volume_id = "v1"`)
	var all []*acctest.Object
	for range 4 {
		endpoint := env.Process().Object(typeName)
		endpoint.Apply(config, acctest.Create)
		all = append(all, endpoint)
	}
	env.UseVersion1()
	p := env.Process()
	env.ClearJournal()
	for _, endpoint := range all {
		endpoint.Process = p
		endpoint.Refresh()
	}
	env.ExpectRequests("GetEndpoint", "ListEndpoints")
}
