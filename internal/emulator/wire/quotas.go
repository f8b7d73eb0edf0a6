package wire

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Quotas count the requests of all clients together. They have a lock of their own, under which nothing outside of them
// is called.
type Quotas struct {
	mu      sync.Mutex
	windows []*quotaWindow
}

// quotaWindow is the present window of a quota: the number of requests that it lets through. Windows follow each other
// without a gap: one of a minute begins with each minute of the clock, in UTC.
type quotaWindow struct {
	name     string
	requests int
	length   time.Duration
	began    time.Time
	passed   int
}

// NewQuotas makes quotas that have counted nothing. A quota of 0 is none.
func NewQuotas(perMinute, perHour, perDay int) *Quotas {
	all := []*quotaWindow{
		{name: "minute", requests: perMinute, length: time.Minute},
		{name: "hour", requests: perHour, length: time.Hour},
		{name: "day", requests: perDay, length: 24 * time.Hour},
	}
	return &Quotas{windows: slices.DeleteFunc(all, func(w *quotaWindow) bool { return w.requests == 0 })}
}

// Admit counts a request, or returns a 429 with the time until the last of the exhausted windows is over. Refused
// requests do not count.
func (q *Quotas) Admit(now time.Time) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.until(now)
	var wait time.Duration
	for _, w := range q.windows {
		if w.passed >= w.requests {
			wait = max(wait, w.left(now))
		}
	}
	if wait > 0 {
		return tooMany(wait)
	}
	for _, w := range q.windows {
		w.passed++
	}
	return nil
}

// Reset drops everything that was counted.
func (q *Quotas) Reset() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, w := range q.windows {
		w.passed = 0
	}
}

// header returns the headers that show the quotas and what is left of them; nil without quotas.
func (q *Quotas) header(now time.Time) http.Header {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.until(now)
	if len(q.windows) == 0 {
		return nil
	}
	var left, policy []string
	for _, w := range q.windows {
		name := strconv.Quote(w.name)
		left = append(left, fmt.Sprintf("%s;r=%d;t=%d", name, max(w.requests-w.passed, 0), wholeSeconds(w.left(now))))
		policy = append(policy, fmt.Sprintf("%s;q=%d;w=%d", name, w.requests, wholeSeconds(w.length)))
	}
	return http.Header{
		"Ratelimit":        {strings.Join(left, ", ")}, // Canonical, so that a fault can replace it.
		"Ratelimit-Policy": {strings.Join(policy, ", ")},
	}
}

// until begins the windows of a moment. The caller holds mu.
func (q *Quotas) until(now time.Time) {
	for _, w := range q.windows {
		if !w.began.Equal(now.Truncate(w.length)) {
			w.began, w.passed = now.Truncate(w.length), 0
		}
	}
}

// left returns the time until the next window.
func (w *quotaWindow) left(now time.Time) time.Duration { return w.began.Add(w.length).Sub(now) }

// wholeSeconds rounds up, so that a client that waits so long does not come too early.
func wholeSeconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
