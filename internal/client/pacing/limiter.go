package pacing

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limiter lets the requests go that share one limit of the service, in the order in which they come. It begins with few
// at once and allows more with every success. When one is throttled (429), nothing goes until the time that the service
// names. Then a single one goes as a probe, and from there they follow each other at the learned rate. One that was
// throttled queues again.
type Limiter struct {
	limit      Limit
	backoff    Backoff // pauses after a 429 that names no time; Min is the unit of time in which the service counts
	configured *rate.Limiter
	// first holds a value while a request is the first in the queue. The others wait to send theirs, and Go lets them in
	// the order in which they began.
	first chan struct{}

	mu       sync.Mutex
	news     chan struct{} // closed by the next answer
	underWay []*Turn       // requests that went and have no answer yet, the oldest first
	slots    float64       // how many may be under way; a fraction, because each success adds a part of one

	learned   learnedRate
	notBefore time.Time // until when nothing goes after a 429
	pauses    int       // how often all were paused
	inARow    int       // pauses since any request was accepted: while there are some, a single request is a probe
	quota     quota     // what the service says of its windows
}

// Turn is one attempt at a request, among those of the same limit.
type Turn struct {
	sent   time.Time
	waited bool
	pauses int // of the limiter, when it went
}

const (
	// growth is the number of requests that may be added at once after a success.
	growth = 1. / 6
	// jitterParts: pauses are spread over this part of the unit (1/10), so that processes that were throttled together
	// do not return together.
	jitterParts = 10
)

func newLimiter(limit Limit, backoff Backoff, configured *rate.Limiter) *Limiter {
	return &Limiter{limit: limit, backoff: backoff, configured: configured, slots: float64(limit.Start),
		first: make(chan struct{}, 1), news: make(chan struct{}), learned: newLearnedRate(backoff.Min), quota: quota{}}
}

// Wait returns when a request may be sent. It returns ctx's error when that ends first, and another one as soon as
// it is known that ctx ends before the service has room; then nothing may be sent.
func (l *Limiter) Wait(ctx context.Context) (*Turn, error) {
	waited := false
	l.mu.Lock()
	_, _, err := l.room(ctx, time.Now())
	l.mu.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case l.first <- struct{}{}:
	default:
		waited = true
		select {
		case l.first <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer func() { <-l.first }()
	for ; ctx.Err() == nil; waited = true {
		turn, wait, err := l.enter(ctx, waited)
		if turn != nil || err != nil {
			return turn, err
		}
		select {
		case <-wait.news:
		case <-wait.timer:
		case <-ctx.Done():
		}
	}
	return nil, ctx.Err()
}

// room returns what quota.until does, and an error if ctx ends before the service has room. The caller holds mu.
func (l *Limiter) room(ctx context.Context, now time.Time) (at time.Time, byTime bool, err error) {
	at, byTime = l.quota.until(now, len(l.underWay))
	if deadline, ok := ctx.Deadline(); ok && deadline.Before(at) {
		err = fmt.Errorf("the service accepts the next request at %s, which is after the end of this operation",
			at.UTC().Format("2006-01-02 15:04:05 MST"))
	}
	return at, byTime, err
}

// wait is what the first in the queue waits for: an answer, or a time. The timer is nil if the time depends on an
// answer.
type wait struct {
	news  <-chan struct{}
	timer <-chan time.Time
}

// enter returns the turn of the first in the queue, or what it has to wait for.
func (l *Limiter) enter(ctx context.Context, waited bool) (*Turn, wait, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	room, byTime, err := l.room(ctx, now)
	if err != nil {
		return nil, wait{}, err
	}
	if !byTime || len(l.underWay) >= l.limit.Max {
		return nil, wait{news: l.news}, nil
	}
	at := latest(latest(latest(l.notBefore, room), nextAt(l.learned.Limiter, now)), l.slotAt(now))
	if !at.After(now) && !l.configured.AllowN(now, 1) {
		at = nextAt(l.configured, now)
	}
	if at.After(now) {
		return nil, wait{l.news, time.After(at.Sub(now))}, nil
	}
	turn := &Turn{sent: now, waited: waited, pauses: l.pauses}
	l.underWay = append(l.underWay, turn)
	l.learned.send(now)
	return turn, wait{}, nil
}

// slotAt returns when fewer young requests are under way than may be. A 429 comes at once: a request without an answer
// after a unit of time was accepted and is only slow.
func (l *Limiter) slotAt(now time.Time) time.Time {
	isYoung := func(t *Turn) bool { return now.Sub(t.sent) < l.backoff.Min }
	young := l.underWay[len(l.underWay):]
	if i := slices.IndexFunc(l.underWay, isYoung); i >= 0 {
		young = l.underWay[i:]
	}
	slots := int(l.slots)
	if l.inARow > 0 {
		slots = 1
	}
	if len(young) < slots {
		return now
	}
	return young[len(young)-slots].sent.Add(l.backoff.Min)
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
	close(l.news)
	l.news = make(chan struct{})
	return first
}

func (l *Limiter) passed(t *Turn) {
	if t.pauses != l.pauses {
		return // It was sent before the last pause.
	}
	l.inARow = 0
	if len(l.underWay)+2 > int(l.slots)/2 { // Else the slots are not in use.
		l.slots = min(l.slots+growth, float64(l.limit.Max))
	}
	if t.waited { // A request that did not have to wait proves no rate.
		l.learned.rise()
	}
}

// throttled pauses all requests after a 429. told is the time that its answer names; it may have named none.
func (l *Limiter) throttled(now time.Time, t *Turn, told time.Duration, isTold bool) (first *Throttling) {
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
			l.learned.lower(now)
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

// latest returns the later of two times.
func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
