package containerregistryauth_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/compare"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// What all lookups have in common is tested in internal/provider.
func TestContainerRegistryAuth_lookups(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	config := w.Config(`
resource "podfleet_container_registry_auth" "it" {
  name     = "hub"
  username = "bob"
  password = "hunter2"
}
data "podfleet_container_registry_auth" "by_id" {
  id = podfleet_container_registry_auth.it.id
}
data "podfleet_container_registry_auth" "by_name" {
  name       = "hub"
  depends_on = [podfleet_container_registry_auth.it]
}
data "podfleet_container_registry_auths" "all" {
  depends_on = [podfleet_container_registry_auth.it]
}
`)
	byID, byName, all := "data.podfleet_container_registry_auth.by_id", "data.podfleet_container_registry_auth.by_name", "data.podfleet_container_registry_auths.all"
	id, first := tfjsonpath.New("id"), tfjsonpath.New("container_registry_auths").AtSliceIndex(0)
	w.Run(
		resource.TestStep{Config: config, ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue(byID, tfjsonpath.New("name"), knownvalue.StringExact("hub")),
			statecheck.CompareValuePairs(address, id, byID, id, compare.ValuesSame()),
			statecheck.CompareValuePairs(address, id, byName, id, compare.ValuesSame()),
			statecheck.CompareValuePairs(address, id, all, first.AtMapKey("id"), compare.ValuesSame()),
			statecheck.ExpectKnownValue(all, first, knownvalue.ObjectExact(map[string]knownvalue.Check{"id": knownvalue.NotNull(), "name": knownvalue.StringExact("hub")})),
		}},
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.PlanIsEmpty()},
	)
}
