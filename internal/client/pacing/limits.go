package pacing

import (
	"sync"

	"golang.org/x/time/rate"
)

// Limit is a rate limit that some requests share.
type Limit struct {
	Name string // for people
	// Start is the number of requests that may be under way at once before anything is learned; Max is the upper bound.
	Start, Max int
}

// Limits holds the rate limits of one service. It is safe for concurrent use.
type Limits struct {
	backoff    Backoff
	configured *rate.Limiter // over all limits

	mu      sync.Mutex
	byLimit map[Limit]*Limiter
}

// NewLimits returns Limits that pause like that after a 429 that names no time.
func NewLimits(backoff Backoff) *Limits {
	return &Limits{backoff: backoff, configured: rate.NewLimiter(rate.Inf, 1), byLimit: make(map[Limit]*Limiter)}
}

// SlowTo sets the highest rate of requests a second, over all limits, if it is lower than the present one.
func (l *Limits) SlowTo(perSecond float64) {
	l.configured.SetLimit(min(l.configured.Limit(), rate.Limit(perSecond)))
}

// Of returns the limiter of a limit.
func (l *Limits) Of(limit Limit) *Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	found, ok := l.byLimit[limit]
	if !ok {
		found = newLimiter(limit, l.backoff, l.configured)
		l.byLimit[limit] = found
	}
	return found
}
