package endpoint_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

const cpu = minimal + "\ncompute_type = \"CPU\""

// linesOfVersion1 are arguments of endpoints that version 2 cannot send: the lines, and the rest of the configuration.
var linesOfVersion1 = map[string]struct{ lines, rest string }{
	"three vCPUs":              {"vcpu_count = 3", cpu},
	"one vCPU":                 {"vcpu_count = 1", cpu + "\ncpu_flavor_ids = [\"cpu3c\"]"},
	"CUDA versions of two":     {`allowed_cuda_versions = ["12.8"]`, minimal + "\nmin_cuda_version = \"12.4\""},
	"lowest of two":            {`min_cuda_version = "12.4"`, minimal + "\nallowed_cuda_versions = [\"12.8\"]"},
	"both CUDA constraints":    {"allowed_cuda_versions = [\"12.8\"]\nmin_cuda_version = \"12.4\"", minimal},
	"idle timeout of requests": {"idle_timeout = 10", minimal + "\nscaler_type = \"REQUEST_COUNT\""},
}

// If a line is removed over version 2 whose value version 2 does not have, the plan is empty. The endpoint keeps the
// value, also in updates of another attribute, which do not send it.
func TestEndpoint_lineRemovedOverVersion2(t *testing.T) {
	t.Parallel()
	for name, test := range linesOfVersion1 {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			with := func(more string) string { return hcl(test.rest + "\n" + test.lines + "\n" + more) }
			without := func(more string) string { return hcl(test.rest + "\n" + more) }
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(with(""), acctest.Create)
			env.ClearJournal()
			env.UseVersion2()
			endpoint.Process = env.Process()
			endpoint.Apply(with(""), acctest.NoOp)
			endpoint.Apply(without(""), acctest.NoOp)
			env.ExpectWrites()
			endpoint.Apply(without("workers_max = 4"), acctest.Update)
			env.ExpectSent("UpdateEndpoint", `{"workers":{"max":4}}`)
			endpoint.Apply(with("workers_max = 5"), acctest.Update)
			env.ExpectSent("UpdateEndpoint", `{"workers":{"max":5}}`)
			endpoint.Apply(without("workers_max = 5"), acctest.NoOp)
			env.ExpectWrites()
		})
	}
}

// What replaces a kept value is sent: of an endpoint with both CUDA constraints one, and with other CPU flavors the
// default number of vCPUs.
func TestEndpoint_keptValueReplaced(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ from, to, sent string }{
		"another lowest CUDA version": {
			minimal + "\nallowed_cuda_versions = [\"12.8\"]\nmin_cuda_version = \"12.4\"",
			minimal + "\nmin_cuda_version = \"12.6\"", `{"gpu":{"allowedCudaVersions":[],"minCudaVersion":"12.6"}}`,
		},
		"other CUDA versions": {
			minimal + "\nallowed_cuda_versions = [\"12.8\"]\nmin_cuda_version = \"12.4\"",
			minimal + "\nallowed_cuda_versions = [\"12.9\"]", `{"gpu":{"allowedCudaVersions":["12.9"],"minCudaVersion":""}}`,
		},
		"no CUDA versions": {
			minimal + "\nallowed_cuda_versions = [\"12.8\"]\nmin_cuda_version = \"12.4\"",
			minimal + "\nallowed_cuda_versions = []\nmin_cuda_version = \"12.4\"", `{"gpu":{"allowedCudaVersions":[]}}`,
		},
		"other CPU flavors": {
			cpu + "\nvcpu_count = 3", cpu + "\ncpu_flavor_ids = [\"cpu5c\"]", `{"cpu":[{"id":"cpu5c","vcpuCount":2}]}`,
		},
		"GPU types without a pool": {minimal + "\ngpu_type_ids = [\"Tesla T4\"]", minimal, `{` + anyGPU + `}`},
		"pools": {
			minimal + "\ngpu_type_ids = [\"Tesla T4\"]", minimal + "\ngpu_pools = [\"ADA_24\"]",
			`{"gpu":{"pools":["ADA_24"],"excludedTypes":[]}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(test.from), acctest.Create)
			env.ClearJournal()
			env.UseVersion2()
			endpoint.Process = env.Process()
			endpoint.Apply(hcl(test.to), acctest.Update)
			env.ExpectSent("UpdateEndpoint", test.sent)
		})
	}
}
