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
		if _, err := l.Wait(ended, new(uint64)); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	for range 2 {
		if turn := l.enqueue(new(uint64), time.Time{}); turn.ready != nil {
			t.Fatal("a request waits, and there is nobody else")
		}
	}
	if turn := l.enqueue(new(uint64), time.Time{}); turn.ready == nil {
		t.Error("a third request is under way, and two may be")
	}
	l.timer.Stop()
}
