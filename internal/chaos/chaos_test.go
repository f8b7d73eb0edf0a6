package chaos_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

func TestMain(m *testing.M) { acctest.Main(m) }

// The environment says how many configurations are tried, and which: CHAOS_RUNS of them, of the seeds from CHAOS_FIRST
// on, or CHAOS_SEED alone. With CHAOS_SEQUENTIAL=1 one resource is applied after the other, which a seed replays nearly
// step for step; side by side, it replays what is applied and which faults there are, not which request meets them.
const (
	defaultRuns = 40
	shortRuns   = 5
)

// A random configuration is created, changed, replaced and destroyed. Each step is applied once or twice while the
// service and the network fail, people interrupt and another client creates, then without faults, three times in all
// at the most: and by then the plan is empty, and the state has all that exists. See checks.
func TestChaos(t *testing.T) { //nolint:paralleltest // It counts the goroutines of the whole process.
	seeds := chosenSeeds(t, defaultRuns)
	before := acctest.CurrentGoroutines()
	var all totals
	t.Run("seeds", func(t *testing.T) { //nolint:paralleltest // Its goroutines are counted when it returns.
		for _, seed := range seeds {
			t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
				t.Parallel()
				all.add(carryOut(t, newScenario(seed)))
			})
		}
	})
	fmt.Println(all.String())
	before.ExpectNoOthers(t)
}

// Without faults every step is done in one apply: what a scenario asks for can be had, and the harness applies it as a
// CLI does.
func TestChaos_withoutFaults(t *testing.T) {
	t.Parallel()
	for _, seed := range chosenSeeds(t, shortRuns) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			t.Parallel()
			s := newScenario(seed)
			for i := range s.steps {
				s.steps[i].faulty = nil
			}
			if s.versions.uses(2) {
				// Over version 2 the client looks itself for templates that a delete of credentials would change. It waits two
				// minutes for lists that lag, and in tests a millisecond.
				s.options.ListLag = 0
			}
			if got := carryOut(t, s); got.applies[1] != got.steps {
				t.Errorf("of %d steps, %d needed one apply", got.steps, got.applies[1])
			}
		})
	}
}

// chosenSeeds returns the seeds that the environment chooses; by default so many.
func chosenSeeds(t *testing.T, runs uint64) []uint64 {
	t.Helper()
	if seed := number(t, "CHAOS_SEED", 0); seed != 0 {
		return []uint64{seed}
	}
	if testing.Short() {
		runs = min(runs, shortRuns)
	}
	first := number(t, "CHAOS_FIRST", 1)
	seeds := make([]uint64, number(t, "CHAOS_RUNS", runs))
	for i := range seeds {
		seeds[i] = first + uint64(i)
	}
	return seeds
}

func number(t *testing.T, variable string, fallback uint64) uint64 {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return fallback
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}
