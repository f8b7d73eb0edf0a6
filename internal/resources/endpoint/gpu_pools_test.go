package endpoint_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Pools and exclusions are sent as they are configured, always both, and give way to GPU types in place.
func TestEndpoint_gpuPools(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	for _, step := range []struct {
		config string
		action acctest.Action
		sent   string // of gpu
	}{
		{`gpu_pools = ["ADA_24"]`, acctest.Create, `{"count":1,"allowedCudaVersions":[],"pools":["ADA_24"]}`},
		{`gpu_pools = ["AMPERE_48", "ADA_24"]`, acctest.Update, `{"pools":["ADA_24","AMPERE_48"],"excludedTypes":[]}`},
		{"gpu_pools = [\"AMPERE_48\", \"ADA_24\"]\nexcluded_gpu_type_ids = [\"NVIDIA A40\"]", acctest.Update,
			`{"pools":["ADA_24","AMPERE_48"],"excludedTypes":["NVIDIA A40"]}`},
		{"gpu_pools = [\"AMPERE_48\"]\nexcluded_gpu_type_ids = [\"NVIDIA A40\"]", acctest.Update,
			`{"pools":["AMPERE_48"],"excludedTypes":["NVIDIA A40"]}`},
		{"gpu_pools = [\"AMPERE_48\"]\nexcluded_gpu_type_ids = [\"NVIDIA A40\"]\ngpu_count = 2", acctest.Update, `{"count":2}`},
		{"gpu_type_ids = [\"NVIDIA L40S\"]\ngpu_count = 2", acctest.Update,
			`{"pools":["ADA_48_PRO"],"excludedTypes":["NVIDIA RTX 6000 Ada Generation","NVIDIA L40"]}`},
		{"gpu_pools = [\"ADA_48_PRO\"]\ngpu_count = 2", acctest.Update, `{"pools":["ADA_48_PRO"],"excludedTypes":[]}`},
		{"gpu_count = 2", acctest.Update, anyGPU[len(`"gpu":`):]},
	} {
		env.ClearJournal()
		endpoint.Apply(hcl(minimal+"\n"+step.config), step.action)
		if step.action == acctest.Create {
			env.ExpectSent("CreateEndpoint", strings.Replace(createdVersion2,
				createdVersion2[strings.Index(createdVersion2, `"gpu":`):strings.Index(createdVersion2, `"workers"`)],
				`"gpu":`+step.sent+",", 1))
		} else {
			env.ExpectSent("UpdateEndpoint", `{"gpu":`+step.sent+`}`)
		}
		if isSet := string(endpoint.JSON("gpu_type_ids")) != "null"; isSet == strings.Contains(step.config, "gpu_pools") {
			t.Errorf("%s: gpu_type_ids is %s", step.config, endpoint.JSON("gpu_type_ids"))
		}
		if isSet := string(endpoint.JSON("gpu_pools")) != "null"; isSet != strings.Contains(step.config, "gpu_pools") {
			t.Errorf("%s: gpu_pools is %s", step.config, endpoint.JSON("gpu_pools"))
		}
	}
	env.ClearJournal() // Without pools, an empty list of exclusions asks for nothing.
	endpoint.Apply(hcl(minimal+"\ngpu_count = 2\nexcluded_gpu_type_ids = []"), acctest.Update)
	env.ExpectWrites()
}

// Pools need no catalogue: neither a create, nor a refresh, nor a change. A change elsewhere is drift of the pools.
func TestEndpoint_poolsWithoutCatalogue(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	env.SetFaults(emulator.Fault{Operation: "ListGPUTypes", Kind: emulator.FaultStatus, Status: http.StatusForbidden})
	endpoint := env.Process().Object(typeName)
	if says := acctest.Text(endpoint.Apply(hcl(minimal+"\ngpu_pools = [\"ADA_24\"]"), acctest.Create)); says != "" {
		t.Error(says)
	}
	endpoint.Process = env.Process()
	if says := acctest.Text(endpoint.Refresh()); says != "" {
		t.Error(says)
	}
	endpoint.Apply(hcl(minimal+"\ngpu_pools = [\"AMPERE_48\"]\nexcluded_gpu_type_ids = [\"NVIDIA A40\"]"), acctest.Update)
	env.Patch(kind, endpoint.ID(), map[string]any{"gpuTypeIds": []string{"NVIDIA GeForce RTX 4090"}})
	endpoint.Process = env.Process()
	endpoint.Refresh()
	endpoint.Expect("gpu_pools", []string{"ADA_24"})
	endpoint.Expect("excluded_gpu_type_ids", []string{})
	endpoint.Expect("gpu_type_ids", nil)
	endpoint.Apply(hcl(minimal+"\ngpu_pools = [\"ADA_24\"]"), acctest.NoOp)
	env.SetFaults()
}

// After an import, either form plans empty, and so do both, as an older CLI generates them. A change of one ends the
// other; with both, it is refused.
func TestEndpoint_importPools(t *testing.T) {
	t.Parallel()
	const byPools, byTypes = "\ngpu_pools = [\"AMPERE_48\"]\nexcluded_gpu_type_ids = [\"NVIDIA RTX A6000\"]",
		"\ngpu_type_ids = [\"NVIDIA A40\"]"
	for _, created := range []string{byPools, byTypes} {
		for _, configured := range []string{byPools, byTypes} {
			env := start(t).UseVersion(2)
			first := env.Process().Object(typeName)
			first.Apply(ownHCL(leastOwn+created), acctest.Create)
			id := first.ID()
			first.Instance = acctest.Instance{}
			endpoint := env.Process().Object(typeName)
			endpoint.Import(id)
			endpoint.Expect("gpu_pools", []string{"AMPERE_48"})
			endpoint.Expect("gpu_type_ids", []string{"NVIDIA A40"})
			endpoint.Apply(ownHCL(leastOwn+configured), acctest.NoOp)
			endpoint.Apply(ownHCL(leastOwn+byPools+byTypes), acctest.NoOp)
			endpoint.ExpectPlanError(ownHCL(leastOwn+byPools+"\ngpu_type_ids = [\"NVIDIA L40S\"]"),
				`Both gpu_pools and gpu_type_ids are set`)
			env.ClearJournal()
			endpoint.Apply(ownHCL(leastOwn+configured+"\nworkers_max = 2"), acctest.Update)
			env.ExpectSent("UpdateEndpoint", `{"workers":{"max":2}}`)
			other := "\ngpu_type_ids = [\"NVIDIA RTX A6000\"]"
			if configured == byPools {
				other = "\ngpu_pools = [\"AMPERE_48\"]\nexcluded_gpu_type_ids = [\"NVIDIA A40\"]"
			}
			endpoint.Apply(ownHCL(leastOwn+other+"\nworkers_max = 2"), acctest.Update)
			env.ExpectSent("UpdateEndpoint", `{"gpu":{"pools":["AMPERE_48"],"excludedTypes":["NVIDIA A40"]}}`)
			if (string(endpoint.JSON("gpu_type_ids")) == "null") == (string(endpoint.JSON("gpu_pools")) == "null") {
				t.Errorf("%s and %s", endpoint.JSON("gpu_type_ids"), endpoint.JSON("gpu_pools"))
			}
		}
	}
}
