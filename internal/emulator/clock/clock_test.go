package clock

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// What is set rings in the order of its moments, each at its own, however far the clock is moved; and what a timer sets
// rings too if its time has come.
func TestClock_timersRingInOrder(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string][]time.Duration{
		"at once":     {time.Hour},
		"bit by bit":  slices.Repeat([]time.Duration{time.Second / 2}, 20),
		"beyond time": {1<<63 - 1},
	} {
		c := NewManual(0, &sync.Mutex{})
		var rang []string
		ring := func(name string) func(time.Time) {
			return func(at time.Time) {
				rang = append(rang, fmt.Sprint(name, at.Sub(Start)))
				if now := c.Now(); !now.Equal(at) {
					t.Errorf("%s: the clock shows %v at %v", name, now, at)
				}
			}
		}
		after := func(seconds int) time.Time { return Start.Add(time.Duration(seconds) * time.Second) }
		c.At(after(3), ring("c"))
		c.At(after(1), ring("a"))
		c.At(after(3), ring("d"))
		c.At(after(2), func(at time.Time) {
			ring("b")(at)
			c.At(at, ring("b again "))
			c.At(at.Add(2*time.Second), ring("e"))
		})
		for _, step := range steps {
			before := c.Now()
			if after := c.Advance(step); after.Before(before.Add(min(step, time.Hour))) {
				t.Errorf("%s: moved from %v by %v to %v", name, before, step, after)
			}
		}
		if got, want := fmt.Sprint(rang), "[a1s b2s b again 2s c3s d3s e4s]"; got != want {
			t.Errorf("%s: rang %s, not %s", name, got, want)
		}
	}
}

// Time that does not reach a timer does not ring it, and one that rang is gone.
func TestClock_timersRingOnce(t *testing.T) {
	t.Parallel()
	c := NewManual(0, &sync.Mutex{})
	rang := 0
	c.At(Start.Add(time.Second), func(time.Time) { rang++ })
	for i, want := range []int{0, 1, 1} {
		c.Advance(time.Second - 1 + time.Duration(i))
		if rang != want {
			t.Errorf("step %d: rang %d times, not %d", i, rang, want)
		}
	}
}

// A clock that starts over has nothing ahead of it.
func TestClock_resetForgetsTimers(t *testing.T) {
	t.Parallel()
	c := NewManual(0, &sync.Mutex{})
	c.At(Start.Add(time.Second), func(time.Time) { t.Error("it rang") })
	c.Advance(time.Second / 2)
	c.Reset()
	if c.Advance(time.Hour); !c.Now().Equal(Start.Add(time.Hour)) {
		t.Errorf("it shows %v", c.Now())
	}
}

// A clock in real time rings by itself, one timer at a time, and not after it was stopped.
func TestClock_timersInRealTime(t *testing.T) {
	t.Parallel()
	var caller sync.Mutex
	c := New(&caller)
	rang := make(chan string, 4)
	caller.Lock()
	now := c.Now() // For all: their order must not depend on how long this takes.
	for i, delay := range []time.Duration{2 * time.Millisecond, time.Millisecond, time.Hour, 2 * time.Hour} {
		c.At(now.Add(delay), func(time.Time) {
			if caller.TryLock() {
				t.Error("a timer calls without the caller's lock")
			}
			rang <- fmt.Sprint(i)
		})
	}
	caller.Unlock()
	if got := <-rang + <-rang; got != "10" {
		t.Errorf("rang %s", got)
	}
	c.Advance(time.Hour)
	if got := <-rang; got != "2" {
		t.Errorf("moved by an hour, rang %s", got)
	}
	caller.Lock()
	c.Stop()
	caller.Unlock()
	c.Advance(time.Hour)
	if len(rang) > 0 {
		t.Errorf("rang after it was stopped: %s", <-rang)
	}
}
