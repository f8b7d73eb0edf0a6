package endpoint_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

const cpu = minimal + "\ncompute_type = \"CPU\""

// What replaces a value that version 2 does not have is sent: of an endpoint with both CUDA constraints one, and the
// default number of vCPUs.
func TestEndpoint_valueOfVersion1Replaced(t *testing.T) {
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
		"one CUDA constraint": {
			minimal + "\nallowed_cuda_versions = [\"12.8\"]\nmin_cuda_version = \"12.4\"",
			minimal + "\nallowed_cuda_versions = [\"12.8\"]", `{"gpu":{"minCudaVersion":""}}`,
		},
		"vCPUs": {
			cpu + "\ncpu_flavor_ids = [\"cpu3c\"]\nvcpu_count = 1", cpu + "\ncpu_flavor_ids = [\"cpu3c\"]",
			`{"cpu":[{"id":"cpu3c","vcpuCount":2}]}`,
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
			env.UseVersion(2)
			endpoint.Process = env.Process()
			endpoint.Apply(hcl(test.to), acctest.Update)
			env.ExpectSent("UpdateEndpoint", test.sent)
		})
	}
}
