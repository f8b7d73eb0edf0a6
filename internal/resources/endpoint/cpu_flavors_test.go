package endpoint_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The flavors of an endpoint without cpu_flavor_ids are any, whatever the stock was when the provider sent them:
// neither a change of the stock nor flavors that another client sets plan anything. Configured flavors are the
// endpoint's.
func TestEndpoint_anyFlavorWhenTheStockChanges(t *testing.T) {
	t.Parallel()
	for version := 1; version <= 2; version++ {
		env := start(t).UseVersion(version)
		env.Must(env.SetStock(emulator.StockLimit{ID: "cpu5g", Units: 0}))
		endpoint, flavors := env.Process().Object(typeName), hcl(cpu+"\ncpu_flavor_ids = [\"cpu3c\"]")
		endpoint.Apply(flavors, acctest.Create)
		endpoint.Apply(hcl(cpu), acctest.Update)
		env.UseVersion(2)
		endpoint.Process = env.Process()
		endpoint.Apply(hcl(cpu), acctest.NoOp)
		env.Must(env.SetStock(emulator.StockLimit{ID: "cpu5g", Units: 1000}))
		endpoint.Process = env.Process()
		endpoint.Apply(hcl(cpu), acctest.NoOp)
		env.Patch(kind, endpoint.ID(), map[string]any{"cpuFlavorIds": []string{"cpu3g"}})
		endpoint.Process = env.Process()
		endpoint.Apply(hcl(cpu), acctest.NoOp)
		endpoint.Expect("cpu_flavor_ids", nil)
		endpoint.Apply(flavors, acctest.Update)
		env.Patch(kind, endpoint.ID(), map[string]any{"cpuFlavorIds": []string{"cpu3g"}})
		endpoint.Process = env.Process()
		endpoint.Plan(flavors, acctest.Update)
	}
}

// Without cpu_flavor_ids, a number of vCPUs that no flavor has is an error that says so, and nothing is sent.
func TestEndpoint_noFlavorHasTheVCPUs(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	const says = "no CPU flavor of the catalogue has 512 vCPUs"
	endpoint.ExpectApplyError(hcl(cpu+"\nvcpu_count = 512"), acctest.Create, says)
	env.ExpectWrites()
	endpoint.Apply(hcl(cpu), acctest.Create)
	_ = env.Writes()
	endpoint.ExpectApplyError(hcl(cpu+"\nvcpu_count = 512"), acctest.Update, says)
	env.ExpectWrites()
}
