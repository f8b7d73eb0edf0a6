package pacing

import (
	"context"
	"errors"
	"testing"
	"time"

	"golang.org/x/time/rate"
)

// A caller whose context has ended before it got its turn takes nothing away from the others.
func TestLimiter_endedContext(t *testing.T) {
	t.Parallel()
	l := newLimiter(Limit{Name: "test", Start: 2, Max: 4}, Backoff{Min: time.Hour, Max: time.Hour},
		rate.NewLimiter(rate.Inf, 1))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 10 {
		if _, err := l.Wait(ended); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, err := l.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if turn, _, err := l.enter(t.Context(), false); turn != nil || err != nil {
		t.Error("a third request is under way, and two may be", err)
	}
}
