package chaos_test

import (
	"fmt"
	"testing"
)

// keptSeeds once failed, each for the reason beside it. A seed means another scenario once anything about how scenarios
// are made has changed: then it is one more of many, and what holds the reason is the narrow test that it led to.
var keptSeeds = []struct {
	seed uint64
	why  string
}{
	{379, "a front end's 404 three times in a row was taken for the answer to the first list, and nothing was created"},
}

func TestChaos_keptSeeds(t *testing.T) {
	t.Parallel()
	for _, kept := range keptSeeds {
		t.Run(fmt.Sprint("seed=", kept.seed), func(t *testing.T) {
			t.Parallel()
			s := newScenario(kept.seed)
			s.sequential = true // A seed replays nearly step for step.
			if o := carryOut(t, s); o.clean != o.steps {
				t.Errorf("again: %s", kept.why)
			}
		})
	}
}
