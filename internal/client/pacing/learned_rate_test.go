package pacing

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// busy has so many requests sent and let through, each as soon as the rate allows.
func (r *learnedRate) busy(now time.Time, requests int) time.Time {
	for range requests {
		now = now.Add(r.interval())
		r.send(now, true)
		r.pass()
	}
	return now
}

// refuseAt has a request sent and refused.
func (r *learnedRate) refuseAt(now time.Time) {
	r.uncount(r.send(now, true))
	r.throttled(now)
	r.applyThrottling()
}

func TestLearnedRate_firstRefusal(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	for passed, want := range map[int]time.Duration{ // the pause between two requests afterwards
		0: time.Second, 1: time.Second, 5: 200 * time.Millisecond, 100: 10 * time.Millisecond,
	} {
		r := learnedRate{unit: time.Second}
		if r.interval() != 0 {
			t.Errorf("requests are %s apart before anything is known", r.interval())
		}
		for i := range passed {
			r.send(begin.Add(time.Duration(i)*time.Millisecond), false)
		}
		r.refuseAt(begin.Add(time.Second / 2))
		if got, want := r.interval(), time.Duration(float64(want)/cutTo); got.Round(time.Millisecond) !=
			want.Round(time.Millisecond) {
			t.Errorf("after %d: %s apart, want %s", passed, got, want)
		}
	}
}

// What was let through long ago, or refused, is not counted.
func TestLearnedRate_countsWhatWasLetThrough(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	r := learnedRate{unit: time.Second}
	for range 50 {
		r.send(begin, false)
	}
	for range 5 {
		r.uncount(r.send(begin.Add(2*time.Second), false))
		r.send(begin.Add(2*time.Second), false)
	}
	r.refuseAt(begin.Add(2*time.Second + time.Millisecond))
	if r.peak != 5 {
		t.Errorf("the peak is %v", r.peak)
	}
}

// The rate stays below the peak for a climb, close to it for another part of one, and leaves it behind then.
func TestLearnedRate_curve(t *testing.T) {
	t.Parallel()
	r := learnedRate{unit: time.Second, peak: 10, climb: 100}
	for proven, want := range map[float64]float64{
		0: 8.5, 50: 9.8125, 100: 10, 150: 10.1875, 200: 11.5, 300: 22, 500: 106,
	} {
		if got := r.after(proven); math.Abs(got-want) > 1e-9 {
			t.Errorf("after %v: %v, want %v", proven, got, want)
		}
	}
}

// A limit that is found again is known better, so the next climb is longer, up to a bound.
func TestLearnedRate_climbs(t *testing.T) {
	t.Parallel()
	r := learnedRate{unit: time.Second}
	now := time.Now()
	r.send(now, false)
	r.send(now, false)
	r.refuseAt(now)
	var climbs []float64
	for range 5 {
		climbs = append(climbs, r.climb)
		now = r.busy(now.Add(time.Second), int(r.climb)+1)
		r.refuseAt(now)
	}
	for i, want := range []float64{5, 20, climbRequests, climbRequests, climbRequests} {
		if climbs[i] != want {
			t.Fatalf("climbs: %v", climbs)
		}
	}
}

// What was not asked for is no proof: requests that need not wait change nothing.
func TestLearnedRate_idle(t *testing.T) {
	t.Parallel()
	r := learnedRate{unit: time.Second}
	now := time.Now()
	for range 5 {
		r.send(now, false)
	}
	r.refuseAt(now)
	before := r.interval()
	for i := range 1000 {
		r.send(now.Add(time.Duration(i)*time.Minute), false)
	}
	if r.interval() != before {
		t.Errorf("%s apart, and %s before", r.interval(), before)
	}
	// Neither does the time without requests lower the estimate of the next refusal.
	now = r.busy(now.Add(24*time.Hour), 50)
	r.refuseAt(now)
	if r.peak < 4 {
		t.Errorf("the peak is %v", r.peak)
	}
}

// Whatever happens, a refusal never makes it faster, it never stops, and it remembers a bounded number of requests.
func TestLearnedRate_anything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := learnedRate{unit: time.Second}
		now := time.Unix(0, 0)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 90_000).Draw(t, "ms")) * time.Millisecond)
			before := r.interval()
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				r.refuseAt(now)
				if r.interval() < before {
					t.Fatalf("%s apart after a refusal, and %s before", r.interval(), before)
				}
			case 1:
				now = r.busy(now, rapid.IntRange(0, 100).Draw(t, "requests"))
			case 2:
				for range rapid.IntRange(0, 2*maxSent).Draw(t, "burst") {
					r.send(now, rapid.Bool().Draw(t, "delayed"))
				}
			default:
				r.uncount(rapid.IntRange(0, r.firstLet+len(r.let)).Draw(t, "number") - 1)
			}
			longest := time.Duration(float64(r.unit)/slowest/cutTo) + time.Second
			if r.interval() < 0 || r.interval() > longest {
				t.Fatalf("%s apart", r.interval())
			}
			if len(r.let) > maxSent {
				t.Fatalf("%d requests", len(r.let))
			}
		}
	})
}
