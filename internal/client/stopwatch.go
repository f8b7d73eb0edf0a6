package client

import (
	"context"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// stopwatch measures for how long a list has been under way, without its waits for rate limits, which do not mean that
// it hangs.
type stopwatch struct {
	mu      sync.Mutex
	before  time.Duration // until it was stopped last
	since   time.Time     // It runs since then.
	stopped bool
}

func newStopwatch() *stopwatch { return &stopwatch{since: time.Now()} }

func (s *stopwatch) elapsed() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return s.before
	}
	return s.before + time.Since(s.since)
}

func (s *stopwatch) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before, s.stopped = s.before+time.Since(s.since), true
}

func (s *stopwatch) resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.since, s.stopped = time.Now(), false
}

// withStopwatch returns a context whose requests, one at a time, stop a stopwatch while they wait for a rate limit.
func withStopwatch(ctx context.Context, s *stopwatch) context.Context {
	return transport.WithLimitWaits(ctx, func() (end func()) {
		s.stop()
		return s.resume
	})
}
