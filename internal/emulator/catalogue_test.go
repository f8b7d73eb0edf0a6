package emulator_test

import (
	"fmt"
	"slices"
	"testing"

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
	for schema, got := range map[string][]string{
		"DataCenterId":        emulator.DataCenters(),
		"GpuTypeId":           emulator.GPUTypeIDs(),
		"CpuFlavorId":         emulator.CPUFlavorIDs(),
		"EndpointCpuFlavorId": emulator.EndpointCPUFlavorIDs(),
		"CudaVersion":         emulator.CUDAVersions(),
	} {
		var published []string
		for _, id := range document.Components.Schemas[schema].Value.Enum {
			published = append(published, fmt.Sprint(id))
		}
		if !slices.Equal(got, published) {
			t.Errorf("%s: the emulator has %v, the contract %v", schema, got, published)
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
