package pacing

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// Backoff bounds pauses that double from Min up to Max.
type Backoff struct {
	Min, Max time.Duration
}

// ceiling returns the minimum doubled n times, and no more than the maximum.
func (b Backoff) ceiling(n int) time.Duration {
	if n < 32 { // More doublings would overflow, and have long reached any maximum.
		if doubled := b.Min << n; doubled > 0 && doubled < b.Max {
			return doubled
		}
	}
	return b.Max
}

// FullJitter returns the n-th pause, from 0: uniformly distributed between 0 and the ceiling, so that callers that
// failed together do not return together.
func (b Backoff) FullJitter(n int) time.Duration { return b.Jitter(b.ceiling(n)) }

// HalfJitter returns the n-th pause of a poll, from 0: uniformly distributed between half of the ceiling and the
// ceiling, so that a poll never becomes a burst.
func (b Backoff) HalfJitter(n int) time.Duration {
	half := b.ceiling(n) / 2
	return half + b.Jitter(half)
}

// Jitter returns a random duration, uniformly distributed between 0 and a ceiling.
func (b Backoff) Jitter(ceiling time.Duration) time.Duration {
	return time.Duration(rand.Float64() * float64(ceiling)) //nolint:gosec // It spreads requests, and guards nothing.
}

// MaxRetryAfter bounds the pause that an answer can ask for. Failing front ends have been seen to ask for an hour; the
// caller's deadline and the number of attempts are better bounds. A longer time in a 429 of the service's own closes a
// window: see quota.
const MaxRetryAfter = time.Minute

// RetryAfter reads the header Retry-After in both of its forms: seconds, and a date. Any other value is ignored.
func RetryAfter(header http.Header, now time.Time) (time.Duration, bool) {
	value := header.Get("Retry-After")
	if value == "" {
		return 0, false
	}
	if seconds, err := strconv.Atoi(value); err == nil && seconds >= 0 {
		const day = 24 * 60 * 60 // More could overflow, and is above MaxRetryAfter anyway.
		return time.Duration(min(seconds, day)) * time.Second, true
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(date.Sub(now), 0), true
	}
	return 0, false
}
