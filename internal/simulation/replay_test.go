package simulation_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// One seed gives one history.
func TestClients_replay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		first := ""
		for i := range 100 {
			synctest.Test(t, func(t *testing.T) {
				history := runClients(t, seed).history()
				if i == 0 {
					first = history
				}
				if history != first {
					t.Fatalf("seed %d, run %d:\n%s", seed, i, difference(first, history))
				}
			})
		}
	}
}

// difference is where two histories part.
func difference(a, b string) string {
	before, after := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(before), len(after)) {
		if before[i] != after[i] {
			return fmt.Sprintf("line %d\n%s\n%s", i, before[i], after[i])
		}
	}
	return "one goes on"
}

// The whole provider gives one history for one seed, too.
func TestModules_replay(t *testing.T) {
	t.Parallel()
	acctest.WarmUp(t)
	for seed := range uint64(4) {
		first := ""
		for i := range 5 {
			synctest.Test(t, func(t *testing.T) {
				history := runModules(t, seed, &situations{}).history()
				if i == 0 {
					first = history
				}
				if history != first {
					t.Fatalf("seed %d, run %d:\n%s", seed, i, difference(first, history))
				}
			})
		}
	}
}
