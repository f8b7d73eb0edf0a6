package endpoint_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/compare"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// What all lookups have in common is tested in internal/provider.
func TestEndpoint_lookups(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{FlashbootSuffix: true})
	config := w.Config(hcl(minimal) + `
data "podfleet_endpoint" "by_id" {
  id = podfleet_endpoint.it.id
}
data "podfleet_endpoint" "by_name" {
  name       = "serve" # The suffix that the deployment adds is nobody's business.
  depends_on = [podfleet_endpoint.it]
}
data "podfleet_endpoints" "all" {
  depends_on = [podfleet_endpoint.it]
}
`)
	var checks []statecheck.StateCheck
	for _, name := range []string{
		"id", "name", "template_id", "compute_type", "gpu_type_ids", "gpu_count", "allowed_cuda_versions", "min_cuda_version", "data_center_ids",
		"network_volume_id", "network_volume_ids", "workers_min", "workers_max", "workers_standby", "idle_timeout", "scaler_type", "scaler_value",
		"execution_timeout_ms", "flashboot", "instance_ids", "version", "user_id", "created_at",
	} {
		attribute := tfjsonpath.New(name)
		checks = append(checks,
			statecheck.CompareValuePairs(address, attribute, "data.podfleet_endpoint.by_id", attribute, compare.ValuesSame()),
			statecheck.CompareValuePairs(address, attribute, "data.podfleet_endpoint.by_name", attribute, compare.ValuesSame()),
			statecheck.CompareValuePairs(address, attribute, "data.podfleet_endpoints.all", tfjsonpath.New("endpoints").AtSliceIndex(0).AtMapKey(name), compare.ValuesSame()),
		)
	}
	checks = append(checks, statecheck.ExpectKnownValue("data.podfleet_endpoints.all", tfjsonpath.New("endpoints"), knownvalue.ListSizeExact(1)))
	w.Run(
		resource.TestStep{Config: config, ConfigStateChecks: checks},
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.PlanIsEmpty()},
	)
}
