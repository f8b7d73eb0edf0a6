package wire

import (
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Limit is a limit that some operations share. The zero value limits nothing.
type Limit struct {
	Name string
	// Rate is the number of requests that are let through within the window; 0 is any number.
	Rate   int
	Window time.Duration
	// Concurrent is the number of requests that may be under way at the same time; 0 is any number.
	Concurrent int
}

// Limits count requests by owner and limit. They have a lock of their own, under which nothing outside of them is
// called.
type Limits struct {
	mu     sync.Mutex
	counts map[countKey]*count
}

type countKey struct{ owner, limit string }

// count counts the requests of one owner against one limit.
type count struct {
	passed   []time.Time // requests that were let through within the window
	underWay int
}

// NewLimits makes limits that have counted nothing.
func NewLimits() *Limits { return &Limits{counts: make(map[countKey]*count)} }

// Admit counts a request, as under way until it is released, or returns a 429 with the time after which another try can
// succeed. Refused requests do not count (contract 3).
func (l *Limits) Admit(owner string, limit Limit, now time.Time) (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := countKey{owner, limit.Name}
	c, ok := l.counts[key]
	if !ok {
		c = &count{}
		l.counts[key] = c
	}
	if limit.Concurrent > 0 && c.underWay >= limit.Concurrent {
		return nil, tooMany(0)
	}
	if limit.Rate > 0 {
		if wait, ok := c.admit(limit, now); !ok {
			return nil, tooMany(wait)
		}
	}
	c.underWay++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		c.underWay--
	}, nil
}

// admit lets one more request pass in a sliding window, or returns how long to wait until the next one can.
func (c *count) admit(limit Limit, now time.Time) (wait time.Duration, ok bool) {
	for len(c.passed) > 0 && now.Sub(c.passed[0]) >= limit.Window {
		c.passed = c.passed[1:]
	}
	if over := len(c.passed) - limit.Rate; over >= 0 { // More than at it if the limit has come down since.
		return limit.Window - now.Sub(c.passed[over]), false
	}
	c.passed = append(c.passed, now)
	return 0, true
}

func tooMany(wait time.Duration) *Error {
	return &Error{
		Status:  http.StatusTooManyRequests,
		Message: "rate limit exceeded",
		Header:  http.Header{"Retry-After": {strconv.Itoa(max(wholeSeconds(wait), 1))}},
	}
}
