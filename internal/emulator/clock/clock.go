// Package clock is time that can be moved: it moves by itself, or only when it is told, and calls what is due on the way.
package clock

import (
	"container/heap"
	"math"
	"sync"
	"time"
)

// Start is when a clock begins that moves only when told: any fixed moment will do.
var Start = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Clock is the only source of time for everything that the service's rules measure, and the one owner of what is to
// happen later. Latency and faults are not among them: they happen to a waiting client and pass in real time.
type Clock struct {
	realTime bool
	step     time.Duration
	// caller is held while timers call, so that what they do and what the caller does comes one after the other. It is
	// taken before mu.
	caller sync.Locker

	mu     sync.Mutex
	moved  time.Duration
	timers timers
	set    uint64      // how many timers there were
	alarm  *time.Timer // wakes a clock in real time when its first timer is due; nil on a manual one
}

// New makes a clock that moves by itself.
func New(caller sync.Locker) *Clock {
	c := &Clock{realTime: true, caller: caller}
	c.alarm = time.AfterFunc(math.MaxInt64, func() { c.Advance(0) })
	return c
}

// NewManual makes a clock that moves when it is told, and by step at each Tick.
func NewManual(step time.Duration, caller sync.Locker) *Clock {
	return &Clock{step: step, caller: caller}
}

// Now is the time. While a timer calls, a manual clock shows the timer's moment.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read()
}

// read tells the time to whoever holds mu.
func (c *Clock) read() time.Time {
	if c.realTime {
		return time.Now().UTC().Add(c.moved)
	}
	return Start.Add(c.moved)
}

// Tick moves a manual clock on by its step, for one request, and returns the time.
func (c *Clock) Tick() time.Time {
	if c.realTime {
		return c.Advance(0)
	}
	return c.Advance(c.step)
}

// Advance moves the clock on and returns the time. What is due by then happens first, in order, each at its own moment.
func (c *Clock) Advance(d time.Duration) time.Time {
	c.caller.Lock()
	defer c.caller.Unlock()
	// Three centuries on is where a duration ends, not where time turns back.
	until, moved := c.target(d)
	for {
		next, ok := c.due(until)
		if !ok {
			break
		}
		next.call(next.at)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moved = moved
	c.wake()
	return c.read()
}

// AdvanceToNext moves a manual clock to its first timer and lets it call, if that is still wanted once the caller's lock
// is held.
func (c *Clock) AdvanceToNext(wanted func() bool) {
	c.caller.Lock()
	defer c.caller.Unlock()
	if !wanted() {
		return
	}
	if next, ok := c.due(c.first()); ok {
		next.call(next.at)
	}
}

// first is when the first timer calls; without one, now.
func (c *Clock) first() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.timers) == 0 {
		return c.read()
	}
	return c.timers[0].at
}

func (c *Clock) target(d time.Duration) (until time.Time, moved time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	on := min(d, math.MaxInt64-c.moved)
	return c.read().Add(on), c.moved + on
}

// due takes the first timer that has to call by then. A manual clock shows the timer's moment while it calls; on a real
// one that is over, which is why the function is told.
func (c *Clock) due(until time.Time) (timer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.timers) == 0 || c.timers[0].at.After(until) {
		return timer{}, false
	}
	next, _ := heap.Pop(&c.timers).(timer)
	if !c.realTime {
		c.moved = max(c.moved, next.at.Sub(Start))
	}
	return next, true
}

// At has a function called at a moment, under the caller's lock, and told the moment. What has come to nothing by then is
// for the function to see: there is no way to call a timer off.
func (c *Clock) At(moment time.Time, call func(at time.Time)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set++
	heap.Push(&c.timers, timer{at: moment, number: c.set, call: call})
	c.wake()
}

// wake sets the alarm for the first timer. Its caller holds mu.
func (c *Clock) wake() {
	if c.alarm == nil {
		return
	}
	if len(c.timers) == 0 {
		c.alarm.Stop()
		return
	}
	c.alarm.Reset(c.timers[0].at.Sub(c.read()))
}

// Reset goes back to the start and forgets all timers. Its caller holds the caller's lock.
func (c *Clock) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moved = 0
	c.timers = nil
	c.wake()
}

// Stop lets nothing happen any more. Its caller holds the caller's lock.
func (c *Clock) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timers = nil
	c.wake()
	c.alarm = nil
}

// timer is something that happens later.
type timer struct {
	at     time.Time
	number uint64 // Of two at the same moment the first that was set calls first.
	call   func(at time.Time)
}

// timers is a heap of them.
type timers []timer

func (t timers) Len() int      { return len(t) }
func (t timers) Swap(i, j int) { t[i], t[j] = t[j], t[i] }

func (t timers) Less(i, j int) bool {
	if t[i].at.Equal(t[j].at) {
		return t[i].number < t[j].number
	}
	return t[i].at.Before(t[j].at)
}

// Push is for package heap.
func (t *timers) Push(x any) {
	if one, ok := x.(timer); ok {
		*t = append(*t, one)
	}
}

// Pop is for package heap.
func (t *timers) Pop() any {
	last := (*t)[len(*t)-1]
	(*t)[len(*t)-1] = timer{}
	*t = (*t)[:len(*t)-1]
	return last
}
