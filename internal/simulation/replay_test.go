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
	times := 100
	if testing.Short() {
		times = 3
	}
	replay(t, []uint64{1}, times, clientsHistory)
}

// The whole provider gives one history for one seed, too.
func TestModules_replay(t *testing.T) {
	t.Parallel()
	acctest.WarmUp(t)
	replay(t, chosenSeeds(t, 8, 1), 2, func(t *testing.T, seed uint64) string {
		t.Helper()
		return runModules(t, seed, &situations{}).history()
	})
}

func clientsHistory(t *testing.T, seed uint64) string {
	t.Helper()
	return runClients(t, seed).history()
}

// replay carries out each seed several times.
func replay(t *testing.T, seeds []uint64, times int, history func(*testing.T, uint64) string) {
	t.Helper()
	for _, seed := range seeds {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			t.Parallel()
			first := ""
			for i := range times {
				synctest.Test(t, func(t *testing.T) {
					got := history(t, seed)
					if i == 0 {
						first = got
					}
					if got != first {
						t.Fatalf("run %d:\n%s", i, difference(first, got))
					}
				})
			}
		})
	}
}

// difference returns the first lines in which two histories differ.
func difference(a, b string) string {
	before, after := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(before), len(after)) {
		if before[i] != after[i] {
			return fmt.Sprintf("line %d\n%s\n%s", i, before[i], after[i])
		}
	}
	return "one goes on"
}
