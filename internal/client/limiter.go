package client

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// limiter has the requests that share one limit of the service take turns, in the order in which they came. It begins
// with few at once and lets more follow with every success. When one is refused (429), all wait until the time that the
// service names, a single one tries whether it may go on, and from there they follow each other at the rate that the
// service was seen to allow.
//
// It is not built on golang.org/x/time/rate: that gives out times to start at, which cannot be put off afterwards for
// those who wait already, and nobody would know how many are under way.
type limiter struct {
	limit      limit
	backoff    Backoff // pauses after refusals that name no time; Min is the unit of time of the learned rate
	configured *pacer

	mu      sync.Mutex
	waiting []*turn // in order
	places  uint64  // how many were given out
	timer   *time.Timer

	underWay int // requests that were let go and have no answer yet
	// young are the requests under way that may still be refused, and some that were answered.
	young []*turn
	// slots is how many young requests there may be; numbered in parts, as each success adds one.
	slots      float64
	slotsTaken int
	short      bool // whether a request had to wait for a slot

	rate      learnedRate
	next      time.Time // when the next request may leave at the learned rate
	reserved  time.Time // when the next request may leave at the configured rate; zero if that was not asked
	notBefore time.Time // until when nothing is sent after a refusal
	refusals  int       // How often all were held up. It numbers the times in between.
	inARow    int       // refusals since anything was let through
	probing   bool      // whether a single request is to try, after a refusal
}

// turn is one attempt at a request, among those of the same limit. The request keeps its place over all attempts: who
// was refused comes before those who came later, so nobody starves.
type turn struct {
	place uint64
	ready chan struct{} // closed when it is let go; nil if it never had to wait

	let      bool // It may leave, or has.
	delayed  bool // It had to wait.
	sent     time.Time
	counted  int // its number in the learned rate
	refusals int // of the limiter, when it was let go
	old      bool
	answered bool
}

const (
	// growth is how many more requests there may be at once after a success.
	growth = 1. / 10
	// jitterParts is how many parts of the unit are spread over, so that processes that were refused together do not
	// come back together.
	jitterParts = 10
	// latenessParts is how many parts of the unit a timer may be late: 20 ms.
	latenessParts = 50
)

func newLimiter(limit limit, backoff Backoff, configured *pacer) *limiter {
	return &limiter{limit: limit, backoff: backoff, configured: configured, slots: float64(limit.start),
		rate: learnedRate{unit: backoff.Min}}
}

// wait returns when a request may be sent, or with ctx's error when that ends first; then nothing may be sent. place is
// its place in line over all its attempts, 0 before the first.
func (l *limiter) wait(ctx context.Context, place *uint64) (*turn, error) {
	t := l.enqueue(place)
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
	return t, nil
}

// enqueue takes a request in. The turn's channel is nil if it may be sent at once.
func (l *limiter) enqueue(place *uint64) *turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	if *place == 0 {
		l.places++
		*place = l.places
	}
	t := &turn{place: *place}
	at, _ := slices.BinarySearchFunc(l.waiting, t, func(a, b *turn) int { return cmp.Compare(a.place, b.place) })
	l.waiting = slices.Insert(l.waiting, at, t)
	l.letGo(time.Now())
	if !t.let {
		t.delayed, t.ready = true, make(chan struct{})
	}
	return t
}

// withdraw takes a turn back that will not be used.
func (l *limiter) withdraw(t *turn) {
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

// perSecond is the learned rate; 0 if nothing is known.
func (l *limiter) perSecond() float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if interval := l.rate.interval(); interval > 0 {
		return 1 / interval.Seconds()
	}
	return 0
}

// answered is told what became of a request: nil for an answer that is none of the limit's business. It returns what
// the caller is to be told if this is the first refusal of all, else nil.
func (l *limiter) answered(t *turn, failure *Error) *Throttling {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.over(t)
	var first *Throttling
	switch {
	case failure != nil && failure.Kind == KindRateLimited:
		l.rate.uncount(t.counted)
		first = l.refused(now, t, failure)
	case failure != nil && failure.Status == 0:
		l.rate.uncount(t.counted) // Nobody knows whether it was let through.
	default:
		l.passed(t)
	}
	l.letGo(now)
	return first
}

func (l *limiter) passed(t *turn) {
	if t.refusals != l.refusals {
		return // It says how things were before.
	}
	l.inARow, l.probing = 0, false
	if l.short {
		l.slots = min(l.slots+growth, float64(l.limit.most))
		l.short = float64(l.slotsTaken+1) > l.slots
	}
	if t.delayed {
		l.rate.pass()
	}
}

func (l *limiter) refused(now time.Time, t *turn, e *Error) (first *Throttling) {
	asked := min(e.RetryAfter, maxRetryAfter)
	pause := asked
	if t.refusals == l.refusals { // Else others have told already, and this only when to come back.
		switch {
		case !e.hasRetryAfter:
			pause = l.backoff.halfJitter(l.inARow)
		case l.inARow > 0: // It has come back then, and in vain.
			pause = max(asked, l.backoff.halfJitter(l.inARow-1))
		}
		if l.inARow == 0 { // Else nothing was let through in between, which says nothing about a rate.
			l.rate.refuse(t.sent)
		}
		l.refusals++
		l.inARow++
		l.probing = true
		pause += jitter(l.backoff.Min / jitterParts)
		if l.refusals == 1 {
			first = &Throttling{Limit: l.limit.name, Pause: pause}
		}
	}
	l.notBefore = latest(l.notBefore, now.Add(pause))
	return first
}

// over gives back what a request under way had. The caller holds mu.
func (l *limiter) over(t *turn) {
	l.underWay--
	t.answered = true
	if !t.old {
		l.slotsTaken--
	}
}

// letGo lets as many go as may, and comes back by itself when the next one may by the time. The caller holds mu.
func (l *limiter) letGo(now time.Time) {
	for len(l.waiting) > 0 {
		at, byTime := l.earliest(now)
		if !byTime {
			break // An answer will tell.
		}
		if at.After(now) {
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

// earliest is when the first in line may go; false if that is not a matter of time.
func (l *limiter) earliest(now time.Time) (at time.Time, byTime bool) {
	if l.underWay >= l.limit.most {
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
	at = latest(l.notBefore, l.next)
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

// becomeOld takes the slot from a request under way that is too old to be refused.
func (l *limiter) becomeOld(t *turn) {
	if t.answered {
		return
	}
	t.old = true
	l.slotsTaken--
	if t.refusals == l.refusals {
		l.inARow, l.probing = 0, false
	}
}

// slotUntil is how long a request counts as young, if it is not answered before. A refusal comes at once: what has no
// answer after a second has been let in, and is only slow.
func (l *limiter) slotUntil(t *turn) time.Time { return t.sent.Add(l.backoff.Min) }

// start lets a turn go. The caller holds mu.
func (l *limiter) start(now time.Time, t *turn) {
	l.underWay++
	l.slotsTaken++
	l.young = append(l.young, t)
	l.reserved = time.Time{}
	l.rate.settle()
	if interval := l.rate.interval(); interval > 0 {
		// What a timer was late is made up for, up to a bound.
		l.next = latest(l.next, now.Add(-min(interval/2, l.backoff.Min/latenessParts))).Add(interval)
	}
	t.let, t.sent, t.refusals = true, now, l.refusals
	t.counted = l.rate.send(now, t.delayed)
	if t.ready != nil {
		close(t.ready)
	}
}

// comeBack has letGo called after a while.
func (l *limiter) comeBack(after time.Duration) {
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
