package simulation_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// situations counts what was met: a simulation that never meets what it is for shows nothing.
type situations struct {
	mu  sync.Mutex
	met map[string]int
}

func (s *situations) count(situation string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.met == nil {
		s.met = map[string]int{}
	}
	s.met[situation]++
}

func (s *situations) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var lines []string
	for _, one := range slices.Sorted(maps.Keys(s.met)) {
		lines = append(lines, fmt.Sprintf("%6d %s", s.met[one], one))
	}
	return strings.Join(lines, "\n")
}

// manySeeds are as many as must meet every situation.
const manySeeds = 1000

// expect fails the test if a run of many seeds has not met a situation.
func (s *situations) expect(t *testing.T, seeds int, all ...string) {
	t.Helper()
	t.Logf("%d seeds met\n%s", seeds, s)
	if os.Getenv("SIM_RUNS") != "" {
		fmt.Printf("%s: %d seeds met\n%s\n", t.Name(), seeds, s)
	}
	if seeds < manySeeds {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range all {
		if s.met[one] == 0 {
			t.Errorf("%d seeds have never met: %s", seeds, one)
		}
	}
}
