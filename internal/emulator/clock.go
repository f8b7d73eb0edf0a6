package emulator

import (
	"math"
	"sync"
	"time"
)

// manualStart is when a clock begins that moves only when told: any fixed moment will do.
var manualStart = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// clock is the only source of time for everything that the service's rules measure. Latency and faults are not among
// them: they happen to a waiting client and pass in real time.
type clock struct {
	realTime bool
	step     time.Duration

	mu    sync.Mutex
	moved time.Duration
}

func newClock(options Options) *clock {
	return &clock{realTime: options.RealTime, step: options.StepPerRequest}
}

func (c *clock) now() time.Time { return c.advance(0) }

// tick moves a manual clock on by its step for one request.
func (c *clock) tick() time.Time {
	if c.realTime {
		return c.now()
	}
	return c.advance(c.step)
}

// advance moves the clock on and tells the time.
func (c *clock) advance(d time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	// Three centuries on is where a duration ends, not where time turns back.
	c.moved += min(d, math.MaxInt64-c.moved)
	if c.realTime {
		return time.Now().UTC().Add(c.moved)
	}
	return manualStart.Add(c.moved)
}

func (c *clock) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moved = 0
}

// Now is the time on the emulator's clock.
func (s *Server) Now() time.Time { return s.clock.now() }

// Advance moves the emulator's clock on; time never goes back, so a negative duration does nothing.
func (s *Server) Advance(d time.Duration) { s.clock.advance(max(d, 0)) }
