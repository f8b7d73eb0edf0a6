package endpoint_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// What all lookups have in common is tested in internal/provider.
func TestEndpoint_lookups(t *testing.T) {
	t.Parallel()
	env := start(t, emulator.Options{FlashbootSuffix: true})
	p := env.Process()
	endpoint := p.Object(typeName)
	endpoint.Apply(hcl(minimal), acctest.Create)
	byID := p.MustData(typeName, `data "podfleet_endpoint" "it" { id = late("`+endpoint.ID()+`") }`)
	// The suffix that the deployment adds is nobody's business.
	byName := p.MustData(typeName, `data "podfleet_endpoint" "it" { name = "serve" }`)
	all := p.MustData("podfleet_endpoints", `data "podfleet_endpoints" "it" {}`)
	all.ExpectLength("endpoints", 1)
	for _, name := range []string{
		"id", "name", "template_id", "compute_type", "gpu_type_ids", "gpu_count", "allowed_cuda_versions",
		"min_cuda_version", "data_center_ids",
		"network_volume_id", "network_volume_ids", "workers_min", "workers_max", "workers_standby", "idle_timeout",
		"scaler_type", "scaler_value",
		"execution_timeout_ms", "flashboot", "instance_ids", "version", "user_id", "created_at",
	} {
		want := endpoint.JSON(name)
		byID.Expect(name, want)
		byName.Expect(name, want)
		all.Expect("endpoints.0."+name, want)
	}
}

// Over version 2, lookups show the container settings and pools of any endpoint, except its environment variables: its
// own settings, or the copy of its template's. Over version 1 they are null.
func TestEndpoint_lookupsOfContainers(t *testing.T) {
	t.Parallel()
	env := withCredentials(t)
	p := env.Process()
	own, templated := p.Object(typeName), p.Object(typeName)
	own.Apply(ownHCL(strings.Replace(mostOwn, "ADA_24", "ADA_48_PRO", 1)+`excluded_gpu_type_ids = ["NVIDIA L40S"]`),
		acctest.Create)
	templated.Apply(hcl(`name = "templated"`), acctest.Create)
	names := []string{"image_name", "container_disk_in_gb", "container_registry_auth_id", "docker_entrypoint",
		"docker_start_cmd", "ports", "gpu_pools", "excluded_gpu_type_ids"}
	byName := p.MustData(typeName, `data "podfleet_endpoint" "it" { name = "serve" }`)
	all := p.MustData("podfleet_endpoints", `data "podfleet_endpoints" "it" { name_regex = "^serve$" }`)
	for _, name := range names {
		byName.Expect(name, own.JSON(name))
		all.Expect("endpoints.0."+name, own.JSON(name))
	}
	of := p.MustData(typeName, `data "podfleet_endpoint" "it" { name = "templated" }`)
	of.Expect("image_name", "img:1")
	of.Expect("ports", []string{"8888/http", "22/tcp"})
	env.UseVersion1()
	of = env.Process().MustData(typeName, `data "podfleet_endpoint" "it" { name = "templated" }`)
	for _, name := range names {
		of.Expect(name, nil)
	}
}

// Over version 2, lookups show the CPUs of an endpoint. Over version 1 they are null, as they are for a GPU endpoint.
func TestEndpoint_lookupsOfCPUs(t *testing.T) {
	t.Parallel()
	env := start(t)
	p := env.Process()
	cpu, gpu := p.Object(typeName), p.Object(typeName)
	cpu.Apply(hcl(`name = "serve"
		compute_type = "CPU"
		cpu_flavor_ids = ["cpu5c", "cpu3c"]
		vcpu_count = 4`), acctest.Create)
	gpu.Apply(hcl(`name = "gpu"`), acctest.Create)
	expect := func(flavors, count any) {
		t.Helper()
		p := env.Process()
		one := p.MustData(typeName, `data "podfleet_endpoint" "it" { name = "serve" }`)
		one.Expect("cpu_flavor_ids", flavors)
		one.Expect("vcpu_count", count)
		all := p.MustData("podfleet_endpoints", `data "podfleet_endpoints" "it" { name_regex = "^serve$" }`)
		all.Expect("endpoints.0.cpu_flavor_ids", flavors)
		all.Expect("endpoints.0.vcpu_count", count)
		other := p.MustData(typeName, `data "podfleet_endpoint" "it" { name = "gpu" }`)
		other.Expect("cpu_flavor_ids", nil)
		other.Expect("vcpu_count", nil)
	}
	env.UseVersion(2)
	expect([]string{"cpu5c", "cpu3c"}, 4)
	env.UseVersion(1)
	expect(nil, nil)
}
