package simulation_test

import (
	"os"
	"testing"
)

// notYetHeld are the rules that the code is known to break, each with the reason. A breach of one of them is counted
// and told, and does not fail the test; a run of many seeds fails if one of them is not broken any more. The lists are
// to be empty.
var notYetHeld = struct{ clients, modules map[string]string }{
	clients: map[string]string{},
	modules: map[string]string{},
}

// report fails the test for every rule that was broken, but for those that are known to be.
func report(
	t *testing.T, seed uint64, known map[string]string, found []breach, seen *situations, history func() string,
) {
	t.Helper()
	if os.Getenv("SIM_SEED") != "" && testing.Verbose() {
		t.Log(history())
	}
	for _, b := range found {
		seen.breaks(b.rule, seed)
		switch {
		case known[b.rule] == "":
			t.Errorf("%v\n%s", b, history())
		case os.Getenv("SIM_SEED") != "":
			t.Logf("known: %v\n%s", b, history())
		}
	}
}

// expectAllBroken fails a run of many seeds that has not broken a rule that is listed as not held.
func expectAllBroken(t *testing.T, seeds int, known map[string]string, seen *situations) {
	t.Helper()
	for rule, reason := range known {
		if len(seen.broken[rule]) == 0 && seeds >= manySeeds {
			t.Errorf("%d seeds have not broken the rule that %q is listed for (%s): take it off the list", seeds, rule,
				reason)
		}
	}
}
