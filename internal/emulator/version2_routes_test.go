package emulator_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Both places have every operation of the contract, by its name.
func TestVersion2_routesAreTheContract(t *testing.T) {
	t.Parallel()
	want := make(map[string]string)
	for call, operation := range contracttest.Operations(2) {
		want[call] = operation
		want[strings.Replace(call, " ", " /management", 1)] = operation
	}
	if served := emulator.Operations2(); !maps.Equal(served, want) {
		t.Errorf("served %v, want %v", served, want)
	}
}
