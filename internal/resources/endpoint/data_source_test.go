package endpoint_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// Over version 2, lookups show the container settings, pools and CPUs of any endpoint, but no environment variables:
// its own settings, or the copy of its template's. Over version 1 they are null.
func TestEndpoint_lookupsOfHardwareAndContainers(t *testing.T) {
	t.Parallel()
	env := withCredentials(t)
	p := env.Process()
	own, templated := p.Object(typeName), p.Object(typeName)
	own.Apply(ownHCL(strings.Replace(mostOwn, "ADA_24", "ADA_48_PRO", 1)+`excluded_gpu_type_ids = ["NVIDIA L40S"]`),
		acctest.Create)
	templated.Apply(hcl(strings.Replace(cpuOnly, "serve", "templated", 1)), acctest.Create)
	settings := []string{"image_name", "container_disk_in_gb", "container_registry_auth_id", "docker_entrypoint",
		"docker_start_cmd", "ports", "gpu_pools", "excluded_gpu_type_ids"}
	find := func(name string) (one, all acctest.Attributes) {
		t.Helper()
		p := env.Process()
		return p.MustLookup(typeName, acctest.Values{"name": name}),
			p.MustLookup("podfleet_endpoints", acctest.Values{"name_regex": "^" + name + "$"})
	}
	one, all := find("serve")
	for _, name := range settings {
		one.Expect(name, own.JSON(name))
		all.Expect("endpoints.0."+name, own.JSON(name))
	}
	one.Expect("cpu_flavor_ids", nil)
	one, all = find("templated")
	one.Expect("image_name", "img:1")
	one.Expect("ports", []string{"8888/http", "22/tcp"})
	for _, name := range []string{"cpu_flavor_ids", "vcpu_count"} {
		one.Expect(name, templated.JSON(name))
		all.Expect("endpoints.0."+name, templated.JSON(name))
	}
	env.UseVersion(1)
	one, all = find("templated")
	for _, name := range append(settings, "cpu_flavor_ids", "vcpu_count", "min_cuda_version", "network_volume_id") {
		one.Expect(name, nil)
		all.Expect("endpoints.0."+name, nil)
	}
}
