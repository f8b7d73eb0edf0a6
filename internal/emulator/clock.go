package emulator

import (
	"container/heap"
	"math"
	"sync"
	"time"
)

// manualStart is when a clock begins that moves only when told: any fixed moment will do.
var manualStart = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// clock is the only source of time for everything that the service's rules measure, and the one owner of what is to
// happen later. Latency and faults are not among them: they happen to a waiting client and pass in real time.
type clock struct {
	realTime bool
	step     time.Duration
	// world is held while timers ring, so that what they do and what handlers do comes one after the other. It is
	// taken before mu.
	world sync.Locker

	mu     sync.Mutex
	moved  time.Duration
	timers timers
	set    uint64      // how many timers there were
	alarm  *time.Timer // wakes a clock in real time when its first timer is due; nil on a manual one
}

func newClock(options Options, world sync.Locker) *clock {
	c := &clock{realTime: options.RealTime, step: options.StepPerRequest, world: world}
	if c.realTime {
		c.alarm = time.AfterFunc(math.MaxInt64, func() { c.advance(0) })
	}
	return c
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read()
}

// read tells the time to whoever holds mu.
func (c *clock) read() time.Time {
	if c.realTime {
		return time.Now().UTC().Add(c.moved)
	}
	return manualStart.Add(c.moved)
}

// tick moves a manual clock on by its step for one request.
func (c *clock) tick() time.Time {
	if c.realTime {
		return c.advance(0)
	}
	return c.advance(c.step)
}

// advance moves the clock on and tells the time. What is due by then happens first, in order, each at its own moment.
func (c *clock) advance(d time.Duration) time.Time {
	c.world.Lock()
	defer c.world.Unlock()
	// Three centuries on is where a duration ends, not where time turns back.
	until, moved := c.target(d)
	for {
		next, ok := c.due(until)
		if !ok {
			break
		}
		next.ring(next.at)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moved = moved
	c.wake()
	return c.read()
}

// jump moves a manual clock to its first timer, and rings it, if that is still wanted once nothing else happens.
func (c *clock) jump(wanted func() bool) {
	c.world.Lock()
	defer c.world.Unlock()
	if !wanted() {
		return
	}
	if next, ok := c.due(c.first()); ok {
		next.ring(next.at)
	}
}

// first is when the first timer rings; without one, now.
func (c *clock) first() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.timers) == 0 {
		return c.read()
	}
	return c.timers[0].at
}

func (c *clock) target(d time.Duration) (until time.Time, moved time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	on := min(d, math.MaxInt64-c.moved)
	return c.read().Add(on), c.moved + on
}

// due takes the first timer that has to ring by then. A manual clock shows the timer's moment while it rings; on a real
// one that is over, which is why ring is told.
func (c *clock) due(until time.Time) (timer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.timers) == 0 || c.timers[0].at.After(until) {
		return timer{}, false
	}
	next, _ := heap.Pop(&c.timers).(timer)
	if !c.realTime {
		c.moved = max(c.moved, next.at.Sub(manualStart))
	}
	return next, true
}

// at has something happen at a moment, under the world's lock. What has come to nothing by then is for ring to see:
// there is no way to call a timer off.
func (c *clock) at(moment time.Time, ring func(at time.Time)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set++
	heap.Push(&c.timers, timer{at: moment, number: c.set, ring: ring})
	c.wake()
}

// wake sets the alarm for the first timer. Its caller holds mu.
func (c *clock) wake() {
	if c.alarm == nil {
		return
	}
	if len(c.timers) == 0 {
		c.alarm.Stop()
		return
	}
	c.alarm.Reset(c.timers[0].at.Sub(c.read()))
}

// reset goes back to the start and forgets all timers. Its caller holds the world's lock.
func (c *clock) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moved = 0
	c.timers = nil
	c.wake()
}

// stop lets nothing happen any more. Its caller holds the world's lock.
func (c *clock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timers = nil
	c.wake()
	c.alarm = nil
}

// timer is something that happens later.
type timer struct {
	at     time.Time
	number uint64 // Of two at the same moment the first that was set rings first.
	ring   func(at time.Time)
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

// Now is the time on the emulator's clock.
func (s *Server) Now() time.Time { return s.clock.now() }

// Advance moves the emulator's clock on; time never goes back, so a negative duration does nothing. What is due by then
// has happened when it returns.
func (s *Server) Advance(d time.Duration) { s.clock.advance(max(d, 0)) }
