package pacing

import (
	"sync"
	"time"
)

// pacer spaces requests evenly at the rate of Limits.SlowTo. The zero value does not space them. Several limiters share
// one, and each reserves the time for its next request only, so that none takes all of the rate.
type pacer struct {
	mu       sync.Mutex
	interval time.Duration
	next     time.Time
}

// slowTo sets the rate if it is lower than the present one: the lowest rate of several clients counts.
func (p *pacer) slowTo(perSecond float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.interval = max(p.interval, time.Duration(float64(time.Second)/perSecond))
}

// reserve returns when the next request may be sent: the time reserved before, unless that is over for more than an
// interval.
func (p *pacer) reserve(reserved, now time.Time) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !reserved.Add(p.interval).Before(now) {
		return reserved
	}
	at := latest(p.next, now)
	p.next = at.Add(p.interval)
	return at
}

// latest returns the later of two times.
func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
