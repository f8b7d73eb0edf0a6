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
	byID := p.MustLookup(typeName, acctest.Values{"id": auth.ID()})
	byName := p.MustLookup(typeName, acctest.Values{"name": "hub"})
	all := p.MustLookup("podfleet_container_registry_auths", nil)
	byID.Expect("name", "hub")
	byID.Expect("id", auth.ID())
	byName.Expect("id", auth.ID())
	all.Expect("container_registry_auths", []map[string]string{{"id": auth.ID(), "name": "hub"}})
}
