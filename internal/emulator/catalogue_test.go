package emulator_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The catalogue and the enumerations that tools read from the contract are the same.
func TestCatalogue_isTheContract(t *testing.T) {
	t.Parallel()
	document, err := contracttest.Document()
	if err != nil {
		t.Fatal(err)
	}
	property := func(schema, name string) *openapi3.Schema {
		return document.Components.Schemas[schema].Value.Properties[name].Value
	}
	for _, c := range []struct {
		name      string
		got       []string
		published *openapi3.Schema
	}{
		{"data centers", emulator.DataCenters(), property("NetworkVolumeCreateInput", "dataCenterId")},
		{"GPU types", emulator.GPUTypeIDs(), property("PodCreateInput", "gpuTypeIds").Items.Value},
		{"CPU flavors", emulator.CPUFlavorIDs(), property("PodCreateInput", "cpuFlavorIds").Items.Value},
		{"CPU flavors of endpoints", emulator.EndpointCPUFlavorIDs(), property("EndpointCreateInput", "cpuFlavorIds").Items.Value},
		{"CUDA versions", emulator.CUDAVersions(), property("EndpointCreateInput", "allowedCudaVersions").Items.Value},
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
	a := start(t)
	for _, id := range emulator.GPUTypeIDs() {
		p := a.call("POST", "/pods", fmt.Sprintf(`{"imageName":"i","gpuTypeIds":[%q]}`, id)).object()
		gpu, _ := p["gpu"].(map[string]any)
		price := func(name string) float64 {
			value, _ := gpu[name].(float64)
			return value
		}
		falling := []string{"securePrice", "oneWeekPrice", "oneMonthPrice", "threeMonthPrice", "sixMonthPrice", "secureSpotPrice", "communitySpotPrice"}
		for i := range falling[1:] {
			if price(falling[i]) <= price(falling[i+1]) || price(falling[i+1]) <= 0 {
				t.Errorf("%s: %s %v, %s %v", id, falling[i], price(falling[i]), falling[i+1], price(falling[i+1]))
			}
		}
		if gpu["id"] != id || p["costPerHr"] != gpu["securePrice"] {
			t.Errorf("%s: %v", id, p)
		}
	}
}
