package engine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
)

// A job that is gone leaves no timer behind, and neither does its waiter: their ttl may be days away, and each would
// keep the job's input in memory until then.
func TestEngine_goneJobsAreForgotten(t *testing.T) {
	t.Parallel()
	for name, result := range map[string]engine.WorkerResult{
		"completed": {After: time.Second}, "failed": {Error: "no"}, "dead worker": {Dies: true},
		"stops reporting": {Hangs: true}, "too long": {After: 100 * time.Hour}, "cancelled": {After: 100 * time.Hour},
	} {
		a := start(t, one(), does(result))
		id := a.submit(engine.Submission{TTL: 7 * 24 * time.Hour, ExecutionTimeout: 5 * time.Minute})
		inMemory := a.KeptInMemory(id)
		waiter := a.WaitForEnd(id, a.Now().Add(7*24*time.Hour))
		if a.Clock.State().Next == nil {
			t.Errorf("%s: without a timer", name)
		}
		a.Advance(time.Second)
		if name == "cancelled" {
			a.Cancel(id, a.Now())
		}
		a.Advance(time.Hour)
		if waiter.Take(); a.status(id) != "gone" || a.Clock.State().Next != nil {
			t.Errorf("%s: the job is %s, with timers", name, a.status(id))
		}
		if a.TakeWork(); inMemory() {
			t.Errorf("%s: the job is in memory", name)
		}
	}
}

// A job that ends at the very moment of its execution timeout is in time, also if it streams.
func TestEngine_endsInTime(t *testing.T) {
	t.Parallel()
	streams := engine.WorkerResult{Chunks: []engine.WorkerChunk{{After: time.Second}}, After: time.Minute - time.Second}
	for limit, want := range map[time.Duration]string{time.Minute: "COMPLETED", time.Minute - 1: "FAILED"} {
		a := start(t, one(), does(streams))
		id := a.submit(engine.Submission{TTL: time.Hour, ExecutionTimeout: limit})
		a.Advance(time.Minute)
		if got := a.status(id); got != want {
			t.Errorf("%s after %v", got, limit)
		}
	}
}

// Workers take what waits longest, of low priority or not.
func TestEngine_firstComeFirstServed(t *testing.T) {
	t.Parallel()
	var order []bool
	handlers := engine.Handlers{"work": func(j engine.WorkerJob) engine.WorkerResult {
		order = append(order, string(j.Input) == `"low"`)
		return engine.WorkerResult{After: time.Second}
	}}
	a := start(t, one(), handlers)
	for _, low := range []bool{false, true, false, true, true} {
		in := engine.Submission{LowPriority: low, Input: []byte(`"high"`)}
		if low {
			in.Input = []byte(`"low"`)
		}
		a.submit(in)
	}
	a.Advance(time.Minute)
	if got := fmt.Sprint(order); got != "[false true false true true]" {
		t.Errorf("taken in the order %s", got)
	}
}

// A hundred thousand jobs are submitted, a third is executed and the rest purged. What grows with the square of their
// number does not end within the test's time.
func TestEngine_veryManyJobs(t *testing.T) {
	t.Parallel()
	const jobs = 100_000
	settings := map[string]any{"workersMax": 3, "scalerType": account.ScalerRequestCount}
	a := start(t, settings, does(engine.WorkerResult{After: time.Second}))
	for range jobs {
		a.Advance(10 * time.Millisecond)
		a.submit(engine.Submission{})
	}
	a.Advance(3 * time.Hour)
	executed := a.Health(endpointID).Completed
	if executed < jobs/3 || executed > jobs/2 {
		t.Errorf("%d jobs executed", executed)
	}
	if removed := a.Purge(endpointID, a.Now()); removed != jobs-executed-3 {
		t.Errorf("%d jobs removed, %d executed", removed, executed)
	}
	if got := a.Health(endpointID); got.InProgress != 3 || got.InQueue != 0 || got.Running != 3 {
		t.Errorf("left: %+v", got)
	}
}
