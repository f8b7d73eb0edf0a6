package simulation_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// One seed gives one history, 100 of 100 times.
func TestClients_replay(t *testing.T) {
	t.Parallel()
	replay(t, 100, func(t *testing.T, seed uint64) string {
		t.Helper()
		return runClients(t, seed).history()
	})
}

// The whole provider gives one history for one seed, too.
func TestModules_replay(t *testing.T) {
	t.Parallel()
	acctest.WarmUp(t)
	replay(t, 5, func(t *testing.T, seed uint64) string {
		t.Helper()
		return runModules(t, seed, &situations{}).history()
	})
}

// replay carries out some seeds several times.
func replay(t *testing.T, times int, history func(*testing.T, uint64) string) {
	t.Helper()
	seeds := uint64(4)
	if testing.Short() {
		seeds, times = 1, 3
	}
	for seed := range seeds {
		first := ""
		for i := range times {
			synctest.Test(t, func(t *testing.T) {
				got := history(t, seed)
				if i == 0 {
					first = got
				}
				if got != first {
					t.Fatalf("seed %d, run %d:\n%s", seed, i, difference(first, got))
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
