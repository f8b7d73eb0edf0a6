package clock

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// called is what the timers of these tests are about.
type called struct{ call func(at time.Time) }

func calling(call func(at time.Time)) Timer { return Timer{Of: &called{call}} }

func fire(t Timer, at time.Time) {
	if of, ok := t.Of.(*called); ok {
		of.call(at)
	}
}

// Timers call in the order of their moments, each at its own, however far the clock is moved; and those that a timer
// sets call too if their time has come.
func TestClock_timersRingInOrder(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string][]time.Duration{
		"at once":     {time.Hour},
		"bit by bit":  slices.Repeat([]time.Duration{time.Second / 2}, 20),
		"beyond time": {1<<63 - 1},
	} {
		c := NewManual(0, &sync.Mutex{}, fire)
		var called []string
		call := func(name string) Timer {
			return calling(func(at time.Time) {
				called = append(called, fmt.Sprint(name, at.Sub(Start)))
				if now := c.Now(); !now.Equal(at) {
					t.Errorf("%s: the clock shows %v at %v", name, now, at)
				}
			})
		}
		after := func(seconds int) time.Time { return Start.Add(time.Duration(seconds) * time.Second) }
		c.At(after(3), call("c"))
		c.At(after(1), call("a"))
		c.At(after(3), call("d"))
		c.At(after(2), calling(func(at time.Time) {
			fire(call("b"), at)
			c.At(at, call("b again "))
			c.At(at.Add(2*time.Second), call("e"))
		}))
		for _, step := range steps {
			before := c.Now()
			if after := c.Advance(step); after.Before(before.Add(min(step, time.Hour))) {
				t.Errorf("%s: moved from %v by %v to %v", name, before, step, after)
			}
		}
		if got, want := fmt.Sprint(called), "[a1s b2s b again 2s c3s d3s e4s]"; got != want {
			t.Errorf("%s: called %s, not %s", name, got, want)
		}
	}
}

// A timer whose time has not come does not call, and one that has called does not call again.
func TestClock_timersRingOnce(t *testing.T) {
	t.Parallel()
	c := NewManual(0, &sync.Mutex{}, fire)
	called := 0
	c.At(Start.Add(time.Second), calling(func(time.Time) { called++ }))
	for i, want := range []int{0, 1, 1} {
		c.Advance(time.Second - 1 + time.Duration(i))
		if called != want {
			t.Errorf("step %d: called %d times, not %d", i, called, want)
		}
	}
}

func (c *Clock) timersInMemory() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.timers)
}

// A timer that is cancelled does not call, is no moment that a clock advances to, and does not stay in memory, wherever
// among others it is.
func TestClock_cancelled(t *testing.T) {
	t.Parallel()
	c := NewManual(0, &sync.Mutex{}, fire)
	called := 0
	var cancels []func()
	const timers = 10_000
	for i := range timers {
		moment := Start.Add(time.Duration((i*7919)%timers) * time.Second)
		timer := calling(func(at time.Time) {
			if called++; !at.Equal(moment) {
				t.Errorf("called at %v, not %v", at, moment)
			}
		})
		c.At(moment, timer)
		cancels = append(cancels, func() { c.Drop(timer) })
	}
	for i, cancel := range cancels {
		if i%10 != 0 {
			cancel()
			cancel() // Again does nothing.
		}
	}
	if left := c.timersInMemory(); left != timers/10 {
		t.Errorf("%d timers are in memory, of which %d are wanted", left, timers/10)
	}
	var last time.Time
	for c.timersInMemory() > 0 {
		before := called
		c.AdvanceToNext(func() bool { return true })
		if now := c.Now(); called != before+1 || now.Before(last) {
			t.Fatalf("advanced to %v, after %v, with %d calls", now, last, called-before)
		}
		last = c.Now()
	}
	if called != timers/10 {
		t.Errorf("%d called", called)
	}
	for _, cancel := range cancels {
		cancel() // Too late.
	}
}

// Of equal timers, each calls. One that is moved is set once, and keeps its place if its moment is the same.
func TestClock_moved(t *testing.T) {
	t.Parallel()
	var called []string
	c := NewManual(0, &sync.Mutex{}, func(t Timer, at time.Time) {
		called = append(called, fmt.Sprint(t.Kind, at.Sub(Start)))
	})
	after := func(seconds int) time.Time { return Start.Add(time.Duration(seconds) * time.Second) }
	for _, seconds := range []int{1, 2, 2} {
		c.At(after(seconds), Timer{Kind: "at "})
	}
	for _, seconds := range []int{5, 1, 3, 3} {
		c.Move(after(seconds), Timer{Kind: "moved "})
		c.At(after(3), Timer{Kind: "other "})
	}
	c.Advance(3 * time.Second)
	c.Move(after(4), Timer{Kind: "moved "})
	c.Advance(time.Minute)
	want := "[at 1s at 2s at 2s other 3s other 3s moved 3s other 3s other 3s moved 4s]"
	if got := fmt.Sprint(called); got != want {
		t.Errorf("called %s, not %s", got, want)
	}
}

// A clock that starts over has nothing ahead of it.
func TestClock_resetForgetsTimers(t *testing.T) {
	t.Parallel()
	c := NewManual(0, &sync.Mutex{}, fire)
	c.At(Start.Add(time.Second), calling(func(time.Time) { t.Error("it called") }))
	c.Advance(time.Second / 2)
	c.Reset()
	if c.Advance(time.Hour); !c.Now().Equal(Start.Add(time.Hour)) {
		t.Errorf("it shows %v", c.Now())
	}
}

// A frozen clock stands still and calls no timer, advances like a manual one, and moves again from where it stands.
func TestClock_frozen(t *testing.T) {
	t.Parallel()
	var caller sync.Mutex
	c := New(&caller, fire)
	defer c.Stop()
	c.Advance(time.Hour)
	c.Freeze(true)
	c.Freeze(true)
	frozen := c.Now()
	if ahead := time.Until(frozen); ahead > time.Hour || ahead < 59*time.Minute || !c.State().Frozen {
		t.Errorf("frozen %v ahead of real time, %v", ahead, c.State().Frozen)
	}
	shown := make(chan time.Duration, 4)
	call := calling(func(time.Time) { shown <- c.Now().Sub(frozen) })
	c.At(frozen.Add(time.Nanosecond), call) // Over in real time by now.
	c.At(frozen.Add(time.Second), call)
	for range 1000 {
		c.Tick()
	}
	if now := c.Now(); !now.Equal(frozen) || c.alarm.Stop() {
		t.Errorf("it moved by %v, or its alarm is set", now.Sub(frozen))
	}
	c.Advance(time.Minute)
	if now := c.Now().Sub(frozen); now != time.Minute || len(shown) != 2 || <-shown != 1 || <-shown != time.Second {
		t.Errorf("advanced by %v", now)
	}
	caller.Lock()
	c.At(frozen.Add(time.Minute+time.Millisecond), call)
	caller.Unlock()
	stood, began := c.Now(), time.Now()
	c.Freeze(false)
	if moved, most := c.Now().Sub(stood), time.Since(began); moved < 0 || moved > most {
		t.Errorf("moving again, it moved by %v in %v", moved, most)
	}
	if after := <-shown; after < time.Minute+time.Millisecond || after > 2*time.Minute || c.State().Frozen {
		t.Errorf("moving again, it called after %v; %v", after, c.State().Frozen)
	}
	c.Freeze(true)
	caller.Lock()
	c.Reset()
	caller.Unlock()
	if behind := time.Since(c.Now()); c.State().Frozen || behind < 0 || behind > time.Minute {
		t.Errorf("after a reset it is frozen, or %v behind", behind)
	}
	manual := NewManual(0, &caller, fire)
	if manual.Freeze(false); manual.State().Frozen || !manual.Advance(1).Equal(Start.Add(1)) {
		t.Errorf("a manual clock shows %v", manual.Now())
	}
}

// A clock advances to a moment and not beyond it, and not back.
func TestClock_advanceTo(t *testing.T) {
	t.Parallel()
	c := NewManual(0, &sync.Mutex{}, fire)
	if next := c.State().Next; next != nil {
		t.Errorf("without a timer, the next is at %v", next)
	}
	called := 0
	after := func(seconds int) time.Time { return Start.Add(time.Duration(seconds) * time.Second) }
	for _, seconds := range []int{2, 2, 1, 3} {
		c.At(after(seconds), calling(func(time.Time) { called++ }))
	}
	for _, step := range []struct {
		to, now, next, called int
		ok                    bool
	}{{0, 0, 1, 0, true}, {2, 2, 3, 3, true}, {1, 2, 3, 3, false}, {2, 2, 3, 3, true}} {
		ok := c.AdvanceTo(after(step.to))
		is := c.State()
		if ok != step.ok || called != step.called || !is.Now.Equal(after(step.now)) || !is.Next.Equal(after(step.next)) {
			t.Errorf("to %d: %v, %d called, at %v the next at %v", step.to, ok, called, is.Now, is.Next)
		}
	}
}

// In real time timers call by themselves, one at a time, and not after the clock was stopped.
func TestClock_timersInRealTime(t *testing.T) {
	t.Parallel()
	var caller sync.Mutex
	c := New(&caller, fire)
	called := make(chan string, 4)
	caller.Lock()
	now := c.Now() // For all: their order must not depend on how long this takes.
	for i, delay := range []time.Duration{2 * time.Millisecond, time.Millisecond, time.Hour, 2 * time.Hour} {
		c.At(now.Add(delay), calling(func(time.Time) {
			if caller.TryLock() {
				t.Error("a timer calls without the caller's lock")
			}
			called <- fmt.Sprint(i)
		}))
	}
	caller.Unlock()
	if got := <-called + <-called; got != "10" {
		t.Errorf("called %s", got)
	}
	c.Advance(time.Hour)
	if got := <-called; got != "2" {
		t.Errorf("moved by an hour, called %s", got)
	}
	caller.Lock()
	c.Stop()
	caller.Unlock()
	c.Advance(time.Hour)
	if len(called) > 0 {
		t.Errorf("called after it was stopped: %s", <-called)
	}
}

// A clock that is restored shows the time that it showed, and stands still if it was frozen.
func TestClock_restored(t *testing.T) {
	t.Parallel()
	for _, frozen := range []bool{true, false} {
		first, second := New(&sync.Mutex{}, fire), New(&sync.Mutex{}, fire)
		defer first.Stop()
		defer second.Stop()
		first.Advance(time.Hour)
		first.Freeze(frozen)
		saved := first.Save()
		second.Restore(saved)
		now := second.Now()
		if later := now.Sub(saved.Now); later < 0 || later > time.Minute || frozen && later != 0 ||
			second.State().Frozen != frozen {
			t.Errorf("frozen %v: %v after it was saved, %+v", frozen, later, second.State())
		}
	}
}
