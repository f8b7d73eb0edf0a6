package containerregistryauth_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// What all lookups have in common is tested in internal/provider.
func TestContainerRegistryAuth_lookups(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	p := env.Process()
	auth := p.Object(typeName)
	auth.Apply(hcl(minimal), acctest.Create)
	byID := p.MustData(typeName, `data "podfleet_container_registry_auth" "it" { id = late("`+auth.ID()+`") }`)
	byName := p.MustData(typeName, `data "podfleet_container_registry_auth" "it" { name = "hub" }`)
	all := p.MustData("podfleet_container_registry_auths", `data "podfleet_container_registry_auths" "it" {}`)
	byID.Expect("name", "hub")
	byID.Expect("id", auth.ID())
	byName.Expect("id", auth.ID())
	all.Expect("container_registry_auths", []map[string]string{{"id": auth.ID(), "name": "hub"}})
}
