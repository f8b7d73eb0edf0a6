package simulation_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"testing/synctest"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

func TestMain(m *testing.M) { acctest.Main(m) }

// The environment says how many seeds are tried, and which: SIM_RUNS of them, from SIM_FIRST on, with the whole
// provider and ten times as many with the client alone, or SIM_SEED alone.
const (
	runs      = 40
	shortRuns = 2
	// clientsPerModule is the number of runs of clients for one of the provider, which takes fifty times as long.
	clientsPerModule = 10
)

// Clients create things of all kinds side by side while answers get lost, lists stay behind, and another client creates
// its own. In the end each address has its own object, or a message names what was made.
func TestClients(t *testing.T) {
	t.Parallel()
	seeds, seen := chosenSeeds(t, clientsPerModule), &situations{}
	t.Run("seeds", func(t *testing.T) {
		t.Parallel()
		inParallel(t, seeds, func(t *testing.T, seed uint64) {
			t.Helper()
			run := runClients(t, seed)
			j := run.judge(seen)
			run.count(j)
			report(t, j.verdict(), run.history)
		})
	})
	t.Cleanup(func() {
		seen.expect(t, len(seeds), clientSituations...)
	})
}

// The whole provider applies random configurations, in one provider block or two of the same account, under the same
// conditions. It applies again, and people follow its messages, until there is nothing to do; then it destroys it all.
func TestModules(t *testing.T) {
	t.Parallel()
	seeds, seen := chosenSeeds(t, 1), &situations{}
	acctest.Start(t).Process() // The first reads the schemas, which no bubble may do.
	t.Run("seeds", func(t *testing.T) {
		t.Parallel()
		inParallel(t, seeds, func(t *testing.T, seed uint64) {
			t.Helper()
			run := runModules(t, seed, seen)
			report(t, run.found, run.history)
		})
	})
	t.Cleanup(func() {
		seen.expect(t, len(seeds), moduleSituations...)
	})
}

// clientSituations are those that TestClients is for.
var clientSituations = []string{
	"found after a lost answer", "ambiguous", "foreign twin while the outcome was unknown",
	"foreign twin adopted, with a warning", "a late object, announced", "a list behind, announced", "left over, and named",
	"interrupted", "two processes lost the same", "creates that differ in nothing that is shown",
	"a create without a name", "found by a later look only", "a list behind, in a search",
	"a second object after a timeout", "lost again, after an error named an equal object",
	"another process's open create, in a search",
}

// moduleSituations are those that TestModules is for.
var moduleSituations = []string{
	"found after a lost answer", "a late object, announced", "left over, and named",
	"interrupted", "interrupted, and resumed", "foreign twin adopted, with a warning", "another client deleted an object",
	"another client changed an object", "another client bound an endpoint to its template", "a gate that was passed",
	"a 404 for an object that exists", "left over by a killed process",
	"imported as an error says", "moved to version 2", "a lost job, announced", "a lost job, named",
}

// report fails the test for every rule that was broken.
func report(t *testing.T, found []breach, history func() string) {
	t.Helper()
	if os.Getenv("SIM_SEED") != "" && testing.Verbose() {
		t.Log(history())
	}
	for _, b := range found {
		t.Errorf("%v\n%s", b, history())
	}
}

// inParallel carries out seeds in bubbles, side by side.
func inParallel(t *testing.T, seeds []uint64, run func(*testing.T, uint64)) {
	t.Helper()
	for _, seed := range seeds {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { run(t, seed) })
		})
	}
}

// chosenSeeds are those that the environment chooses, so many for each run.
func chosenSeeds(t *testing.T, each uint64) []uint64 {
	t.Helper()
	if seed := number(t, "SIM_SEED", 0); seed != 0 {
		return []uint64{seed}
	}
	fallback := uint64(runs)
	if testing.Short() {
		fallback = shortRuns
	}
	first, seeds := number(t, "SIM_FIRST", 1), make([]uint64, number(t, "SIM_RUNS", fallback)*each)
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
