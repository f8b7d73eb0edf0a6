// Package clock is a clock that can be advanced, with timers: either in real time, or manual.
package clock

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"time"
)

// Start is the time at which a manual clock starts. Any fixed time will do.
var Start = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Timer says what happens at a moment. It is data, so that it can be saved, and set again in another process.
type Timer struct {
	Kind   string `json:"kind"`
	ID     string `json:"id,omitempty"`     // of the object that it is about
	Number uint64 `json:"number,omitempty"` // as of a webhook; 0 is none
	Detail string `json:"detail,omitempty"`
	// Of is what the timer is about in this process only, a pointer; nil for all that is saved.
	Of any `json:"-"`
}

// timer is a Timer that is set.
type timer struct {
	Timer

	at     time.Time
	number uint64 // orders timers of the same moment
}

func (t *timer) compare(other *timer) int {
	return cmp.Or(t.at.Compare(other.at), cmp.Compare(t.number, other.number))
}

// Clock is the source of time for everything that the service's rules measure, and the owner of all timers. The latency
// of answers and the delay of faults are not among them: they pass in real time, while a client waits.
type Clock struct {
	realTime bool
	step     time.Duration
	// caller is held while timers call. It is taken before mu.
	caller sync.Locker
	// fire is called with each timer that is due, under the caller's lock.
	fire func(t Timer, at time.Time)

	mu     sync.Mutex
	stands time.Time        // where the clock stands but for moved; zero while it moves by itself
	moved  time.Duration    // in all, beyond stands or else real time
	timers []*timer         // in the order in which they are due
	last   map[Timer]*timer // the last one of equal timers
	set    uint64           // timers since New; numbers them
	alarm  *time.Timer      // fires when the first timer is due; nil on a manual clock
}

// New makes a clock in real time. It calls fire with each timer that is due, under the caller's lock.
func New(caller sync.Locker, fire func(t Timer, at time.Time)) *Clock {
	c := &Clock{realTime: true, caller: caller, fire: fire, last: map[Timer]*timer{}}
	c.alarm = time.AfterFunc(math.MaxInt64, func() { c.Advance(0) })
	return c
}

// NewManual makes a clock that moves only by Advance, AdvanceTo, AdvanceToNext and, by a step each, Tick.
func NewManual(step time.Duration, caller sync.Locker, fire func(t Timer, at time.Time)) *Clock {
	return &Clock{step: step, caller: caller, stands: Start, fire: fire, last: map[Timer]*timer{}}
}

// Now returns the time. While a timer calls, a manual or frozen clock shows the timer's moment.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read()
}

// read returns the same as Now, for a caller that holds mu.
func (c *Clock) read() time.Time {
	if c.stands.IsZero() {
		return time.Now().UTC().Add(c.moved)
	}
	return c.stands.Add(c.moved)
}

// Tick advances a manual clock by its step, for one request, and returns the time.
func (c *Clock) Tick() time.Time {
	if !c.realTime {
		return c.Advance(c.step)
	}
	c.mu.Lock()
	now := c.read()
	nothingDue := len(c.timers) == 0 || c.timers[0].at.After(now)
	c.mu.Unlock()
	if nothingDue {
		return now // As nearly always: without the caller's lock.
	}
	return c.Advance(0)
}

// Advance advances the clock and returns the time. Timers that are due by then call first, in order, each at its own
// moment.
func (c *Clock) Advance(d time.Duration) time.Time {
	c.caller.Lock()
	defer c.caller.Unlock()
	return c.advance(d)
}

// AdvanceTo advances the clock to a moment. False if that is past: then timers that are due call, and no more.
func (c *Clock) AdvanceTo(moment time.Time) bool {
	c.caller.Lock()
	defer c.caller.Unlock()
	d := moment.Sub(c.Now())
	c.advance(max(d, 0))
	return d >= 0
}

// advance is Advance for a caller that holds the caller's lock.
func (c *Clock) advance(d time.Duration) time.Time {
	c.mu.Lock()
	// After three centuries the duration would overflow: the clock stands still, and does not turn back.
	d = min(d, math.MaxInt64-max(c.moved, 0))
	until, moved := c.read().Add(d), c.moved+d
	c.mu.Unlock()
	for {
		next, ok := c.due(until)
		if !ok {
			break
		}
		c.fire(next.Timer, next.at)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moved = moved
	c.setAlarm()
	return c.read()
}

// AdvanceToNext advances a manual clock to its first timer, which calls, if that is wanted once the caller's lock is
// held.
func (c *Clock) AdvanceToNext(wanted func() bool) {
	c.caller.Lock()
	defer c.caller.Unlock()
	if !wanted() {
		return
	}
	if next, ok := c.due(time.Unix(1<<40, 0)); ok { // Far beyond all timers.
		c.fire(next.Timer, next.at)
	}
}

// State is what a clock shows.
type State struct {
	Now      time.Time  `json:"now"`
	RealTime bool       `json:"real_time"`
	Frozen   bool       `json:"frozen"` // in real time only
	Next     *time.Time `json:"next"`   // the moment of the first timer; null without one
}

// State returns what the clock shows at one moment.
func (c *Clock) State() State {
	c.mu.Lock()
	defer c.mu.Unlock()
	shown := State{Now: c.read(), RealTime: c.realTime, Frozen: c.isFrozen()}
	if len(c.timers) > 0 {
		shown.Next = new(c.timers[0].at)
	}
	return shown
}

func (c *Clock) isFrozen() bool { return c.realTime && !c.stands.IsZero() }

// Freeze has a clock in real time stand still, or move again from where it stands. It does nothing to a manual clock.
func (c *Clock) Freeze(frozen bool) {
	c.caller.Lock() // No other call advances the clock meanwhile.
	defer c.caller.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !c.realTime || frozen != c.stands.IsZero():
		return
	case frozen:
		c.stands = time.Now().UTC().Round(0) // Without the monotonic clock, which stops while the machine sleeps.
	default:
		c.moved -= time.Since(c.stands)
		c.stands = time.Time{}
	}
	c.setAlarm()
}

// due removes the first timer, if it is due by then. A manual or frozen clock shows the timer's moment while it calls.
// In real time that moment is over, which is why the function is passed it.
func (c *Clock) due(until time.Time) (next *timer, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.timers) == 0 || c.timers[0].at.After(until) {
		return nil, false
	}
	next, c.timers[0], c.timers = c.timers[0], nil, c.timers[1:]
	if c.last[next.Timer] == next {
		delete(c.last, next.Timer)
	}
	if !c.stands.IsZero() {
		c.moved = max(c.moved, next.at.Sub(c.stands))
	}
	return next, true
}

// At sets a timer, which calls at a moment, under the caller's lock, with the moment.
func (c *Clock) At(moment time.Time, t Timer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(moment, t)
}

// Move sets a timer in the place of an equal one.
func (c *Clock) Move(moment time.Time, t Timer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one := c.last[t]; one == nil || !one.at.Equal(moment) {
		c.remove(one)
		c.add(moment, t)
	}
}

// Drop removes a timer, of equal ones the last. Once it has called, that does nothing.
func (c *Clock) Drop(t Timer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(c.last[t])
}

// add sets a timer. The caller holds mu.
func (c *Clock) add(moment time.Time, t Timer) {
	c.set++
	one := &timer{Timer: t, at: moment, number: c.set}
	c.last[t] = one
	i, _ := slices.BinarySearchFunc(c.timers, one, (*timer).compare)
	c.timers = slices.Insert(c.timers, i, one)
	c.setAlarm()
}

// remove removes a timer; nil is none. The caller holds mu.
func (c *Clock) remove(one *timer) {
	if one == nil {
		return
	}
	delete(c.last, one.Timer)
	if i, ok := slices.BinarySearchFunc(c.timers, one, (*timer).compare); ok {
		c.timers = slices.Delete(c.timers, i, i+1)
		c.setAlarm()
	}
}

// setAlarm sets the alarm for the first timer. The caller holds mu.
func (c *Clock) setAlarm() {
	if c.alarm == nil {
		return
	}
	if len(c.timers) == 0 || !c.stands.IsZero() {
		c.alarm.Stop()
		return
	}
	c.alarm.Reset(c.timers[0].at.Sub(c.read()))
}

// Reset goes back to the start, no more frozen, and removes all timers. The caller's lock is held.
func (c *Clock) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moved = 0
	if c.realTime {
		c.stands = time.Time{}
	}
	c.timers, c.last = nil, map[Timer]*timer{}
	c.setAlarm()
}

// Stop removes all timers for good. The caller's lock is held.
func (c *Clock) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timers = nil
	c.setAlarm()
	c.alarm = nil
}
