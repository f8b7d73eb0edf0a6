package endpoint_test

import (
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
