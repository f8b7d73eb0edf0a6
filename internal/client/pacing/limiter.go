package pacing

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limiter queues the requests that share one limit of the service, first come first served. It begins with few at once
// and allows more with every success. When one is throttled (429), all wait until the time that the service names, then
// a single one is sent as a probe, and from there they follow each other at the learned rate.
type Limiter struct {
	limit      Limit
	backoff    Backoff // pauses after a 429 that names no time; Min is the unit of time in which the service counts
	configured *rate.Limiter

	mu       sync.Mutex
	waiting  []*Turn // by ticket
	tickets  uint64  // how many were given out
	timer    *time.Timer
	underWay []*Turn // released and without an answer yet, the oldest first
	slots    float64 // how many young requests may be under way; a fraction, because each success adds a part of one

	learned   learnedRate
	notBefore time.Time // until when nothing is sent after a 429
	pauses    int       // how often all were paused
	inARow    int       // pauses since any request was accepted: while there are some, a single request is a probe
	quota     quota     // what the service says of its windows
}

// Turn is one attempt at a request, among those of the same limit. The request keeps its ticket over all attempts: one
// that was throttled comes before those that came later, so none starves.
type Turn struct {
	ticket uint64
	ready  chan struct{} // closed when it is released or dismissed; nil if it never had to wait
	// deadline is the end of its caller's time; zero for none. roomAt is set if it was dismissed, because the service has
	// no room before that time, and the deadline is earlier.
	deadline, roomAt time.Time

	sent   time.Time // zero while it waits
	pauses int       // of the limiter, when it was released
}

const (
	// growth is the number of requests that may be added at once after a success.
	growth = 1. / 10
	// jitterParts: pauses are spread over this part of the unit (1/10), so that processes that were throttled together
	// do not return together.
	jitterParts = 10
)

func newLimiter(limit Limit, backoff Backoff, configured *rate.Limiter) *Limiter {
	return &Limiter{limit: limit, backoff: backoff, configured: configured, slots: float64(limit.Start),
		learned: newLearnedRate(backoff.Min)}
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
	if t.sent.IsZero() {
		t.ready = make(chan struct{})
		l.dismiss(time.Now())
	}
	return t
}

// withdraw removes a turn that will not be used.
func (l *Limiter) withdraw(t *Turn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	isThis := func(other *Turn) bool { return other == t }
	l.waiting = slices.DeleteFunc(l.waiting, isThis)
	l.underWay = slices.DeleteFunc(l.underWay, isThis)
	l.letGo(time.Now())
}

// PerSecond returns the learned rate; 0 if nothing is known.
func (l *Limiter) PerSecond() float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.learned.perSecond()
}

// Answered records the outcome of an attempt, and what the header of its answer says of the service's windows. Without
// an answer, the header is nil. It returns the Throttling to report if this is the limiter's first 429, else nil.
func (l *Limiter) Answered(t *Turn, outcome Outcome, header http.Header) (first *Throttling) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.underWay = slices.DeleteFunc(l.underWay, func(other *Turn) bool { return other == t })
	l.quota.learn(header, now)
	switch outcome {
	case Throttled, ThrottledByService:
		told, isTold := RetryAfter(header, now)
		if outcome == ThrottledByService {
			l.quota.closeFor(told, now)
		}
		first = l.throttled(now, t, told, isTold)
	case Unanswered: // It is unknown whether the service counted it.
	default:
		l.passed(t)
	}
	l.letGo(now)
	return first
}

func (l *Limiter) passed(t *Turn) {
	if t.pauses != l.pauses {
		return // It was sent before the last pause.
	}
	l.inARow = 0
	if float64(len(l.underWay)+2) > l.slots {
		l.slots = min(l.slots+growth, float64(l.limit.Max))
	}
	if t.ready != nil { // A request that did not have to wait proves no rate.
		l.learned.rise()
	}
}

// throttled pauses all requests after a 429. told is the time that its answer names; it may have named none.
func (l *Limiter) throttled(now time.Time, t *Turn, told time.Duration, isTold bool) (first *Throttling) {
	l.learned.uncount(t.sent)
	asked := min(told, MaxRetryAfter)
	pause := asked
	if t.pauses == l.pauses { // Else the limiter has paused already, and this answer only says for how long.
		switch {
		case !isTold:
			pause = l.backoff.HalfJitter(l.inARow)
		case l.inARow > 0: // A probe at the time that the service named was throttled too.
			pause = max(asked, l.backoff.HalfJitter(l.inARow-1))
		}
		if l.inARow == 0 { // Else nothing was accepted in between, and there is no rate to learn from.
			l.learned.lowerNext()
		}
		l.pauses++
		l.inARow++
		pause += l.backoff.Jitter(l.backoff.Min / jitterParts)
		if l.pauses == 1 {
			first = &Throttling{Limit: l.limit.Name, Pause: pause}
		}
	}
	l.notBefore = latest(l.notBefore, now.Add(pause))
	return first
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
		l.waiting = slices.Delete(l.waiting, 0, 1)
		l.underWay = append(l.underWay, t)
		t.sent, t.pauses = now, l.pauses
		l.learned.send(now)
		if t.ready != nil {
			close(t.ready)
		}
	}
	if l.timer != nil {
		l.timer.Stop()
	}
}

// dismiss ends the wait of the turns whose caller's time ends before the service has room again. The caller holds mu.
func (l *Limiter) dismiss(now time.Time) {
	room, byTime := l.quota.until(now, len(l.underWay))
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

// earliest returns when the first in the queue may be sent; false if that depends on an answer and not on time. If that
// is now, it takes the place of the request at the configured rate.
func (l *Limiter) earliest(now time.Time) (at time.Time, byTime bool) {
	room, byTime := l.quota.until(now, len(l.underWay))
	if !byTime || len(l.underWay) >= l.limit.Max {
		return time.Time{}, false
	}
	at = latest(latest(latest(l.notBefore, room), l.learned.next(now)), l.slotAt(now))
	if !at.After(now) && !l.configured.AllowN(now, 1) {
		at = nextAt(l.configured, now)
	}
	return at, true
}

// slotAt returns when fewer young requests are under way than may be. A 429 comes at once: a request without an answer
// after a unit of time was accepted and is only slow.
func (l *Limiter) slotAt(now time.Time) time.Time {
	i := slices.IndexFunc(l.underWay, func(t *Turn) bool { return now.Sub(t.sent) < l.backoff.Min })
	if l.inARow > 0 && slices.ContainsFunc(l.underWay[:max(i, 0)], func(t *Turn) bool { return t.pauses == l.pauses }) {
		l.inARow = 0
	}
	slots := l.slots
	if l.inARow > 0 {
		slots = 1
	}
	if i < 0 || float64(len(l.underWay)-i+1) <= slots {
		return now
	}
	return l.underWay[i].sent.Add(l.backoff.Min)
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

// latest returns the later of two times.
func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
