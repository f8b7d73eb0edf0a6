package account_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// The catalogue and the enumerations that tools read from the contract are the same.
func TestCatalogue_isTheContract(t *testing.T) {
	t.Parallel()
	property := func(schema, name string) *openapi3.Schema {
		return contracttest.Document(1).Components.Schemas[schema].Value.Properties[name].Value
	}
	for _, c := range []struct {
		name      string
		got       []string
		published *openapi3.Schema
	}{
		{"data centers", account.DataCenters(), property("NetworkVolumeCreateInput", "dataCenterId")},
		{"GPU types", account.GPUTypeIDs(), property("PodCreateInput", "gpuTypeIds").Items.Value},
		{"CPU flavors", account.CPUFlavorIDs(), property("PodCreateInput", "cpuFlavorIds").Items.Value},
		{"CPU flavors of endpoints", account.EndpointCPUFlavorIDs(),
			property("EndpointCreateInput", "cpuFlavorIds").Items.Value},
		{"CUDA versions", account.CUDAVersions(), property("EndpointCreateInput", "allowedCudaVersions").Items.Value},
	} {
		var published []string
		for _, id := range c.published.Enum {
			published = append(published, fmt.Sprint(id))
		}
		if !slices.Equal(c.got, published) {
			t.Errorf("%s: the emulator has %v, the contract %v", c.name, c.got, published)
		}
	}
}

// Everything in it has a price, and what is cheaper is cheaper.
func TestCatalogue_prices(t *testing.T) {
	t.Parallel()
	a := start(account.Config{})
	for _, id := range account.GPUTypeIDs() {
		p := a.pod(t, fmt.Sprintf(`,"gpuTypeIds":[%q]`, id))
		g := p.Gpu
		falling := []float64{
			g.SecurePrice, g.OneWeekPrice, g.OneMonthPrice, g.ThreeMonthPrice, g.SixMonthPrice,
			g.SecureSpotPrice, g.CommunitySpotPrice,
		}
		for i := range falling[1:] {
			if falling[i] <= falling[i+1] || falling[i+1] <= 0 {
				t.Errorf("%s: %v", id, falling)
			}
		}
		if g.ID != id || p.CostPerHr != g.SecurePrice {
			t.Errorf("%s: %+v", id, p)
		}
	}
}
