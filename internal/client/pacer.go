package client

import (
	"sync"
	"time"
)

// pacer spaces requests evenly at Config.RequestsPerSecond. The zero value lets any number through. Several limiters
// share one: each reserves the time for its next request only, so that they take turns too.
type pacer struct {
	mu       sync.Mutex
	interval time.Duration
	next     time.Time
}

// slowTo sets the rate, if it is below the one that is set: of several clients' rates the lowest counts.
func (p *pacer) slowTo(perSecond float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.interval = max(p.interval, time.Duration(float64(time.Second)/perSecond))
}

// reserve returns when the next request may leave: as reserved before, unless that was long ago and not used.
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
