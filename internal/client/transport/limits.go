package transport

import "sync"

// Limit is a rate limit that some requests share.
type Limit struct {
	Name string // for people
	// Start is the number of requests that may be under way at once before anything is learned; Max is the upper bound.
	Start, Max int
}

// Shared holds the state of several transports whose requests the service counts together: its rate limits, and its
// clock. Safe for concurrent use.
type Shared struct {
	limits limits
	// Clock is the clock of the management interface.
	Clock Clock
}

// NewShared returns a Shared whose limits pause like that after a 429 that names no time.
func NewShared(backoff Backoff) *Shared {
	return &Shared{limits: limits{backoff: backoff, byLimit: make(map[Limit]*limiter)}}
}

// SlowTo sets the highest rate of requests a second, over all limits, if it is lower than the present one.
func (s *Shared) SlowTo(perSecond float64) { s.limits.configured.slowTo(perSecond) }

// limits are the limiters of a Shared.
type limits struct {
	backoff    Backoff
	configured pacer // over all limits

	mu      sync.Mutex
	byLimit map[Limit]*limiter
}

// limiter returns the limiter of a limit.
func (l *limits) limiter(limit Limit) *limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	found, ok := l.byLimit[limit]
	if !ok {
		found = newLimiter(limit, l.backoff, &l.configured)
		l.byLimit[limit] = found
	}
	return found
}
