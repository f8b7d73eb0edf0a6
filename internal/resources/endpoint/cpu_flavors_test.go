package endpoint_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The flavors of an endpoint without cpu_flavor_ids are any, whatever the stock was when the provider sent them: a
// change of the stock plans nothing. Flavors that another client sets are drift.
func TestEndpoint_anyFlavorWhenTheStockChanges(t *testing.T) {
	t.Parallel()
	const flavors = "\ncompute_type = \"CPU\"\ncpu_flavor_ids = [\"cpu3c\"]"
	for name, create := range map[string]func(*acctest.Env, *acctest.Object, string){
		"create": func(env *acctest.Env, endpoint *acctest.Object, config string) {
			env.UseVersion2()
			endpoint.Process = env.Process()
			endpoint.Apply(config, acctest.Create)
		},
		"update": func(env *acctest.Env, endpoint *acctest.Object, config string) {
			env.UseVersion2()
			endpoint.Process = env.Process()
			endpoint.Apply(hcl(minimal+flavors), acctest.Create)
			endpoint.Apply(config, acctest.Update)
		},
		"refresh": func(env *acctest.Env, endpoint *acctest.Object, config string) {
			endpoint.Apply(config, acctest.Create)
			env.UseVersion2()
			endpoint.Process = env.Process()
			endpoint.Apply(config, acctest.NoOp)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			stock := func(id string, units int) {
				if err := env.SetStock(emulator.StockLimit{ID: id, Units: units}); err != nil {
					t.Fatal(err)
				}
			}
			stock("cpu5g", 0)
			endpoint := env.Process().Object(typeName)
			config := hcl(minimal + "\ncompute_type = \"CPU\"")
			create(env, endpoint, config)
			stock("cpu5g", 1000)
			endpoint.Process = env.Process()
			endpoint.Plan(config, acctest.NoOp)
			_, err := env.Client().Endpoints.Update(t.Context(), endpoint.ID(), api.EndpointFields{
				CPUFlavorIDs: members.Some([]string{"cpu3g"}), VCPUCount: members.Some(int64(2))})
			if err != nil {
				t.Fatal(err)
			}
			endpoint.Process = env.Process()
			endpoint.Plan(config, acctest.Update)
		})
	}
}

// Without cpu_flavor_ids, a number of vCPUs that no flavor has is an error that says so, and nothing is sent.
func TestEndpoint_noFlavorHasTheVCPUs(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	const cpu, says = minimal + "\ncompute_type = \"CPU\"", "no CPU flavor of the catalogue has 512 vCPUs"
	endpoint.ExpectApplyError(hcl(cpu+"\nvcpu_count = 512"), acctest.Create, says)
	env.ExpectWrites()
	endpoint.Apply(hcl(cpu), acctest.Create)
	_ = env.Writes()
	endpoint.ExpectApplyError(hcl(cpu+"\nvcpu_count = 512"), acctest.Update, says)
	env.ExpectWrites()
}
