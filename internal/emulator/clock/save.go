package clock

import "time"

// Saved is the time of a clock and the timers that were set, in their order.
type Saved struct {
	Now    time.Time `json:"now"`
	Frozen bool      `json:"frozen"`
	Timers []Due     `json:"timers"`
}

// Due is a timer with its moment.
type Due struct {
	Timer

	At time.Time `json:"at"`
}

// Save returns the clock as Restore takes it. Timers with an Of are not in it.
func (c *Clock) Save() Saved {
	c.mu.Lock()
	defer c.mu.Unlock()
	saved := Saved{Now: c.read(), Frozen: c.isFrozen()}
	for _, t := range c.timers {
		if t.Of == nil {
			saved.Timers = append(saved.Timers, Due{t.Timer, t.at})
		}
	}
	return saved
}

// Restore sets the time, to an earlier one too, and the timers, and freezes a clock in real time that was frozen. Any
// other goes on from there: for its account, the time between Save and Restore has not passed, or all jobs would
// have expired over a weekend. The caller's lock is held.
func (c *Clock) Restore(saved Saved) {
	c.Reset()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.realTime && saved.Frozen {
		c.stands = saved.Now
	}
	c.moved = saved.Now.Sub(c.read())
	c.setAlarm()
	for _, due := range saved.Timers {
		c.add(due.At, due.Timer)
	}
}
