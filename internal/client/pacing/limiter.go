package pacing

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Limiter queues the requests that share one limit of the service, first come first served. It begins with few at once
// and allows more with every success. When one is throttled (429), all wait until the time that the service names, then
// a single one is sent as a probe, and from there they follow each other at the learned rate.
//
// It is not built on golang.org/x/time/rate: that hands out start times, which cannot be postponed for requests that
// already wait, and it does not count requests under way.
type Limiter struct {
	limit      Limit
	backoff    Backoff // pauses after a 429 that names no time; Min is the unit of time of the learned rate
	configured *pacer

	mu      sync.Mutex
	waiting []*Turn // by ticket
	tickets uint64  // how many were given out
	timer   *time.Timer

	underWay int // requests that were released and have no answer yet
	// young are the requests under way that may still be throttled, and some that were answered.
	young []*Turn
	// slots is the number of young requests that may be under way; a fraction, because each success adds a part of one.
	slots      float64
	slotsTaken int
	short      bool // whether a request had to wait for a slot

	rate        learnedRate
	next        time.Time // when the next request may leave at the learned rate
	reserved    time.Time // when the next request may leave at the configured rate; zero if none is reserved
	notBefore   time.Time // until when nothing is sent after a 429
	throttlings int       // how often all were paused; a turn that has the same number was released after the last pause
	inARow      int       // pauses since any request was accepted
	probing     bool      // whether a single request is sent as a probe, after a 429
	quota       quota     // what the service says of its windows
}

// Turn is one attempt at a request, among those of the same limit. The request keeps its ticket over all attempts: one
// that was throttled comes before those that came later, so none starves.
type Turn struct {
	ticket uint64
	ready  chan struct{} // closed when it is released or dismissed; nil if it never had to wait
	// deadline is the end of its caller's time; zero for none. roomAt is set if it was dismissed, because the service has
	// no room before that time, and the deadline is earlier.
	deadline, roomAt time.Time

	let         bool // It may be sent, or was.
	delayed     bool // It had to wait.
	sent        time.Time
	counted     int // its number in the learned rate
	throttlings int // of the limiter, when it was released
	old         bool
	answered    bool
}

const (
	// growth is the number of requests that may be added at once after a success.
	growth = 1. / 10
	// jitterParts: pauses are spread over this part of the unit (1/10), so that processes that were throttled together
	// do not return together.
	jitterParts = 10
	// latenessParts: a timer may be late by this part of the unit (1/50), which is 20 ms.
	latenessParts = 50
)

func newLimiter(limit Limit, backoff Backoff, configured *pacer) *Limiter {
	return &Limiter{limit: limit, backoff: backoff, configured: configured, slots: float64(limit.Start),
		rate: learnedRate{unit: backoff.Min}}
}

// Wait returns when a request may be sent, or with ctx's error when that ends first; then nothing may be sent. ticket
// is the request's number in the queue over all its attempts, 0 before the first.
func (l *Limiter) Wait(ctx context.Context, ticket *uint64) (*Turn, error) {
	deadline, _ := ctx.Deadline()
	t := l.enqueue(ticket, deadline)
	if t.ready != nil {
		select {
		case <-t.ready:
		case <-ctx.Done():
		}
	}
	if err := ctx.Err(); err != nil {
		l.withdraw(t)
		return nil, err
	}
	if !t.roomAt.IsZero() {
		return nil, NoRoomError{t.roomAt}
	}
	return t, nil
}

// enqueue adds a request to the queue. The turn's channel is nil if it may be sent at once.
func (l *Limiter) enqueue(ticket *uint64, deadline time.Time) *Turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	if *ticket == 0 {
		l.tickets++
		*ticket = l.tickets
	}
	t := &Turn{ticket: *ticket, deadline: deadline}
	at, _ := slices.BinarySearchFunc(l.waiting, t, func(a, b *Turn) int { return cmp.Compare(a.ticket, b.ticket) })
	l.waiting = slices.Insert(l.waiting, at, t)
	l.letGo(time.Now())
	if !t.let {
		t.delayed, t.ready = true, make(chan struct{})
		l.dismiss(time.Now())
	}
	return t
}

// withdraw removes a turn that will not be used.
func (l *Limiter) withdraw(t *Turn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t.let {
		l.rate.uncount(t.counted)
		l.over(t)
	} else if at := slices.Index(l.waiting, t); at >= 0 {
		l.waiting = slices.Delete(l.waiting, at, at+1)
	}
	l.letGo(time.Now())
}

// PerSecond returns the learned rate; 0 if nothing is known.
func (l *Limiter) PerSecond() float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if interval := l.rate.interval(); interval > 0 {
		return 1 / interval.Seconds()
	}
	return 0
}

// Answered records the outcome of an attempt, and what the header of its answer says of the service's windows. Without
// an answer, the header is nil. It returns the Throttling to report if this is the limiter's first 429, else nil.
func (l *Limiter) Answered(t *Turn, outcome Outcome, header http.Header) *Throttling {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.over(t)
	l.quota.learn(header, now)
	var first *Throttling
	switch outcome {
	case Throttled, ThrottledByService:
		told, isTold := RetryAfter(header, now)
		if outcome == ThrottledByService {
			l.quota.closeFor(told, now)
		}
		l.rate.uncount(t.counted)
		first = l.throttled(now, t, told, isTold)
	case Unanswered:
		l.rate.uncount(t.counted) // It is unknown whether the service counted it.
	default:
		l.passed(t)
	}
	l.letGo(now)
	return first
}

func (l *Limiter) passed(t *Turn) {
	if t.throttlings != l.throttlings {
		return // It was sent before the last pause.
	}
	l.inARow, l.probing = 0, false
	if l.short {
		l.slots = min(l.slots+growth, float64(l.limit.Max))
		l.short = float64(l.slotsTaken+1) > l.slots
	}
	if t.delayed {
		l.rate.pass()
	}
}

// throttled pauses all requests after a 429. told is the time that its answer names; it may have named none.
func (l *Limiter) throttled(now time.Time, t *Turn, told time.Duration, isTold bool) (first *Throttling) {
	asked := min(told, MaxRetryAfter)
	pause := asked
	if t.throttlings == l.throttlings { // Else the limiter has paused already, and this answer only says for how long.
		switch {
		case !isTold:
			pause = l.backoff.HalfJitter(l.inARow)
		case l.inARow > 0: // A probe at the time that the service named was throttled too.
			pause = max(asked, l.backoff.HalfJitter(l.inARow-1))
		}
		if l.inARow == 0 { // Else nothing was accepted in between, and there is no rate to learn from.
			l.rate.throttled(t.sent)
		}
		l.throttlings++
		l.inARow++
		l.probing = true
		pause += l.backoff.Jitter(l.backoff.Min / jitterParts)
		if l.throttlings == 1 {
			first = &Throttling{Limit: l.limit.Name, Pause: pause}
		}
	}
	l.notBefore = latest(l.notBefore, now.Add(pause))
	return first
}

// over frees the places that a request under way occupied. The caller holds mu.
func (l *Limiter) over(t *Turn) {
	l.underWay--
	t.answered = true
	if !t.old {
		l.slotsTaken--
	}
}

// letGo releases as many requests as may be sent, and sets the timer for the next one. The caller holds mu.
func (l *Limiter) letGo(now time.Time) {
	for len(l.waiting) > 0 {
		at, byTime := l.earliest(now)
		if !byTime {
			break // The next answer calls letGo.
		}
		if at.After(now) {
			l.dismiss(now)
			l.comeBack(at.Sub(now))
			return
		}
		t := l.waiting[0]
		l.waiting[0] = nil
		l.waiting = l.waiting[1:]
		l.start(now, t)
	}
	if l.timer != nil {
		l.timer.Stop()
	}
}

// dismiss ends the wait of the turns whose caller's time ends before the service has room again. The caller holds mu.
func (l *Limiter) dismiss(now time.Time) {
	room, byTime := l.quota.until(now, l.underWay)
	if !byTime || !room.After(now) {
		return
	}
	l.waiting = slices.DeleteFunc(l.waiting, func(t *Turn) bool {
		if t.ready == nil || t.deadline.IsZero() || !t.deadline.Before(room) {
			return false
		}
		t.roomAt = room
		close(t.ready)
		return true
	})
}

// earliest returns when the first in the queue may be sent; false if that depends on an answer and not on time.
func (l *Limiter) earliest(now time.Time) (at time.Time, byTime bool) {
	if l.underWay >= l.limit.Max {
		return time.Time{}, false
	}
	for len(l.young) > 0 && (l.young[0].answered || !now.Before(l.slotUntil(l.young[0]))) {
		l.becomeOld(l.young[0])
		l.young[0] = nil
		l.young = l.young[1:]
	}
	slots := l.slots
	if l.probing {
		slots = 1
	}
	room, byTime := l.quota.until(now, l.underWay)
	if !byTime {
		return time.Time{}, false
	}
	at = latest(latest(l.notBefore, l.next), room)
	if float64(l.slotsTaken+1) > slots {
		l.short = l.short || !l.probing
		at = latest(at, l.slotUntil(l.young[0]))
	}
	if !at.After(now) {
		l.reserved = l.configured.reserve(l.reserved, now)
		at = l.reserved
	}
	return at, true
}

// becomeOld frees the slot of a request under way that can no longer be throttled.
func (l *Limiter) becomeOld(t *Turn) {
	if t.answered {
		return
	}
	t.old = true
	l.slotsTaken--
	if t.throttlings == l.throttlings {
		l.inARow, l.probing = 0, false
	}
}

// slotUntil returns until when a request counts as young, unless it is answered before. A 429 comes at once: a request
// without an answer after a second was accepted and is only slow.
func (l *Limiter) slotUntil(t *Turn) time.Time { return t.sent.Add(l.backoff.Min) }

// start releases a turn. The caller holds mu.
func (l *Limiter) start(now time.Time, t *Turn) {
	l.underWay++
	l.slotsTaken++
	l.young = append(l.young, t)
	l.reserved = time.Time{}
	l.rate.applyThrottling()
	if interval := l.rate.interval(); interval > 0 {
		// The lateness of a timer is made up for, up to a bound.
		l.next = latest(l.next, now.Add(-min(interval/2, l.backoff.Min/latenessParts))).Add(interval)
	}
	t.let, t.sent, t.throttlings = true, now, l.throttlings
	t.counted = l.rate.send(now, t.delayed)
	if t.ready != nil {
		close(t.ready)
	}
}

// comeBack calls letGo after a while.
func (l *Limiter) comeBack(after time.Duration) {
	if l.timer == nil {
		l.timer = time.AfterFunc(after, func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.letGo(time.Now())
		})
		return
	}
	l.timer.Reset(after)
}
