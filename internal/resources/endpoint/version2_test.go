package endpoint_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A value that a version cannot have is refused in the plan of a create and of a change, at the attribute, and nothing
// is sent but the request of the catalogue.
func TestEndpoint_refusedByVersion(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		version      int
		config, want string
	}{
		"both CUDA constraints": {2, "allowed_cuda_versions = [\"12.4\"]\nmin_cuda_version = \"12.4\"",
			`Not possible over version 2.*or min_cuda_version in this version, not both.*\(at min_cuda_version\)`},
		"no pool": {2, `gpu_type_ids = ["NVIDIA A40", "Tesla T4"]`,
			`Not possible over version 2.*In no pool: Tesla T4\..*have a pool: .*NVIDIA L40S.*\(at gpu_type_ids\)`},
		"three vCPUs": {2, "compute_type = \"CPU\"\nvcpu_count = 3",
			`Not possible over version 2.*vcpu_count = 3 is not a power of two.*\(at vcpu_count\)`},
		"a fraction of jobs": {2, "scaler_type = \"REQUEST_COUNT\"\nscaler_value = 1.5",
			`Not possible over version 2.*whole number.*\(at scaler_value\)`},
		"a fraction of seconds": {1, `scaler_value = 1.5`, `Not possible over version 1.*whole number.*\(at scaler_value\)`},
		"less than a second":    {1, `scaler_value = 0.5`, `Not possible over version 1.*whole number`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t).UseVersion(test.version)
			endpoint := env.Process().Object(typeName)
			endpoint.ExpectPlanError(hcl(minimal+"\n"+test.config), test.want)
			env.ExpectWrites()
			before := minimal
			if strings.Contains(test.config, "CPU\"") {
				before += "\ncompute_type = \"CPU\""
			}
			endpoint.Apply(hcl(before), acctest.Create)
			env.ClearJournal()
			endpoint.ExpectPlanError(hcl(minimal+"\n"+test.config), test.want)
			env.ExpectWrites()
			endpoint.Destroy()
		})
	}
}

// A value that an endpoint has already is refused where a change of another attribute sends it too.
func TestEndpoint_refusedWithAnotherAttribute(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		version        int
		from, to, want string
	}{
		"three vCPUs, and other CPU flavors": {
			version: 1, from: cpu + "\nvcpu_count = 3", to: cpu + "\nvcpu_count = 3\ncpu_flavor_ids = [\"cpu5c\"]",
			want: `Not possible over version 2.*vcpu_count = 3 is not a power of two.*\(at vcpu_count\)`,
		},
		"a fraction, and another scaler": {
			version: 2, from: minimal + "\nscaler_value = 1.5",
			to:   minimal + "\nscaler_value = 1.5\nscaler_type = \"REQUEST_COUNT\"",
			want: `Not possible over version 2.*whole number.*\(at scaler_value\)`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t).UseVersion(test.version)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(test.from), acctest.Create)
			env.ClearJournal()
			env.UseVersion2()
			endpoint.Process = env.Process()
			endpoint.Plan(hcl(test.from), acctest.NoOp)
			endpoint.ExpectPlanError(hcl(test.to), test.want)
			env.ExpectWrites()
		})
	}
}

// Version 2 can scale after half a second, clear the least CUDA version, change one constraint for the other, and make
// an endpoint without workers in one request. It wants a name, so the provider makes one.
func TestEndpoint_onlyOverVersion2(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(hcl("workers_max = 0\nscaler_value = 0.5\nmin_cuda_version = \"12.4\""), acctest.Create)
	env.ExpectWrites("CreateEndpoint")
	endpoint.Expect("scaler_value", 0.5)
	if name := string(endpoint.JSON("name")); !strings.HasPrefix(name, `"endpoint-`) {
		t.Errorf("the name is %s", name)
	}
	for _, step := range []struct{ config, sent string }{
		{"min_cuda_version = \"12.8\"", `{"gpu":{"minCudaVersion":"12.8"}}`},
		{"", `{"gpu":{"minCudaVersion":""}}`},
		{"min_cuda_version = \"12.8\"", `{"gpu":{"minCudaVersion":"12.8"}}`},
		{"allowed_cuda_versions = [\"12.8\"]", `{"gpu":{"allowedCudaVersions":["12.8"],"minCudaVersion":""}}`},
		{"min_cuda_version = \"12.8\"", `{"gpu":{"allowedCudaVersions":[],"minCudaVersion":"12.8"}}`},
	} {
		env.ClearJournal()
		endpoint.Apply(hcl("workers_max = 0\nscaler_value = 0.5\n"+step.config), acctest.Update)
		env.ExpectSent("UpdateEndpoint", step.sent)
	}
}

// A queue that scales by requests has no idle timeout: a warning says so where it would be sent, and not again. It is
// sent when the queue has one again.
func TestEndpoint_idleTimeoutOverVersion2(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	requests := hcl(minimal + "\nscaler_type = \"REQUEST_COUNT\"\nidle_timeout = 60")
	says := acctest.Text(endpoint.Apply(requests, acctest.Create))
	if !strings.Contains(says, "WARNING: No effect over version 2") ||
		!strings.Contains(says, "an endpoint has no idle_timeout in this version") {
		t.Error(says)
	}
	if says := acctest.Text(endpoint.Plan(requests, acctest.NoOp).Diagnostics); says != "" {
		t.Errorf("an unchanged endpoint: %s", says)
	}
	env.ClearJournal()
	endpoint.Apply(hcl(minimal+"\nscaler_type = \"REQUEST_COUNT\"\nidle_timeout = 70"), acctest.Update)
	env.ExpectWrites()
	endpoint.Apply(hcl(minimal+"\nidle_timeout = 70"), acctest.Update)
	env.ExpectSent("UpdateEndpoint", `{"workers":{"idleTimeout":70},"scaling":{"type":"QUEUE_DELAY","queueDelay":4}}`)
}

// Without the catalogue, a refresh keeps the GPU types of the state, with one warning in a run; a change of them fails
// in the plan.
func TestEndpoint_withoutCatalogue(t *testing.T) {
	t.Parallel()
	for version, status := range map[int]int{2: http.StatusForbidden, 1: http.StatusInternalServerError} {
		env := start(t).UseVersion(version)
		config := hcl(minimal + "\ngpu_type_ids = [\"NVIDIA A40\"]")
		endpoint := env.Process().Object(typeName)
		endpoint.Apply(config, acctest.Create)
		env.UseVersion2()
		env.SetFaults(emulator.Fault{Operation: "ListGPUTypes", Kind: emulator.FaultStatus, Status: status})
		endpoint.Process = env.Process()
		if says := acctest.Text(endpoint.Refresh()); !strings.Contains(says,
			"WARNING: Cannot read the catalogue of GPU types") {
			t.Errorf("%d: %s", status, says)
		}
		env.Patch(kind, endpoint.ID(), map[string]any{"gpuPools": []string{"ADA_24"}, "excludedGpuTypeIds": []string{}})
		if says := acctest.Text(endpoint.Refresh()); says != "" {
			t.Errorf("%d: the second refresh says it again: %s", status, says)
		}
		endpoint.Plan(config, acctest.NoOp)
		for _, line := range []string{"", "gpu_type_ids = [\"NVIDIA L40S\"]"} {
			endpoint.ExpectPlanError(hcl(minimal+"\n"+line), `Cannot plan endpoint: no catalogue.*\(at gpu_type_ids\)`)
		}
		endpoint.Destroy()
		env.SetFaults()
	}
}

// GPU types that are changed outside of Terraform are drift if they are configured, else what the service says.
func TestEndpoint_gpuDriftOverVersion2(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(hcl(minimal), acctest.Create)
	env.Patch(kind, endpoint.ID(), map[string]any{"gpuPools": []string{"AMPERE_48"},
		"excludedGpuTypeIds": []string{"NVIDIA A40"}})
	endpoint.Process = env.Process()
	endpoint.Refresh()
	if got := string(endpoint.JSON("gpu_type_ids")); got != `["NVIDIA RTX A6000"]` {
		t.Errorf("gpu_type_ids = %s", got)
	}
	endpoint.Apply(hcl(minimal), acctest.NoOp)
	endpoint.Apply(hcl(minimal+"\ngpu_type_ids = []"), acctest.Update)
	if got := string(endpoint.JSON("gpu_type_ids")); got != `[]` {
		t.Errorf("gpu_type_ids = %s", got)
	}
	env.Patch(kind, endpoint.ID(), map[string]any{"gpuTypeIds": []string{"NVIDIA A40"}})
	endpoint.Process = env.Process()
	endpoint.Plan(hcl(minimal+"\ngpu_type_ids = []"), acctest.Update)
	endpoint.Apply(hcl(minimal+"\ngpu_type_ids = [\"NVIDIA L4\"]"), acctest.Update)
	env.Patch(kind, endpoint.ID(), map[string]any{"gpuPools": []string{"AMPERE_48"}, "excludedGpuTypeIds": []string{}})
	endpoint.Process = env.Process()
	endpoint.Plan(hcl(minimal+"\ngpu_type_ids = [\"NVIDIA L4\"]"), acctest.Update)
}
