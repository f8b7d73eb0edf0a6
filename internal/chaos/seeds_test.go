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
}{}

func TestChaos_keptSeeds(t *testing.T) {
	t.Parallel()
	for _, kept := range keptSeeds {
		t.Run(fmt.Sprint("seed=", kept.seed), func(t *testing.T) {
			t.Parallel()
			if o := carryOut(t, newScenario(kept.seed)); o.clean != o.steps {
				t.Errorf("again: %s", kept.why)
			}
		})
	}
}
