package engine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
)

// A job goes through its states at the moments that its handler, its policy and its retention say (contract 3.3).
func TestEngine_statesInTime(t *testing.T) {
	t.Parallel()
	type at struct {
		d    time.Duration // since the one before
		want string
	}
	for name, test := range map[string]struct {
		config engine.Config
		result engine.WorkerResult
		in     engine.Submission
		states []at
	}{
		"returns": {result: engine.WorkerResult{Output: 1, After: time.Minute},
			states: []at{{time.Minute - 1, "IN_PROGRESS"}, {1, "COMPLETED"}, {30*time.Minute - 1, "COMPLETED"},
				{1, "gone"}}},
		"raises": {result: engine.WorkerResult{Error: "no"}, states: []at{{0, "FAILED"}, {30 * time.Minute, "gone"}}},
		"too long": {result: engine.WorkerResult{After: time.Hour},
			in:     engine.Submission{ExecutionTimeout: time.Minute},
			states: []at{{time.Minute - 1, "IN_PROGRESS"}, {1, "FAILED"}}},
		"too long, timed out": {
			config: engine.Config{ExecutionTimeoutStatus: engine.TimedOut},
			result: engine.WorkerResult{After: time.Hour},
			states: []at{{10*time.Minute - 1, "IN_PROGRESS"}, {1, "TIMED_OUT"}},
		},
		"just in time": {result: engine.WorkerResult{After: time.Minute},
			in: engine.Submission{ExecutionTimeout: time.Minute}, states: []at{{time.Minute, "COMPLETED"}}},
		"last step just in time": {
			result: engine.WorkerResult{Chunks: []engine.WorkerChunk{{After: 30 * time.Second}},
				After: 30 * time.Second},
			in: engine.Submission{ExecutionTimeout: time.Minute}, states: []at{{time.Minute, "COMPLETED"}},
		},
		"stops reporting": {result: engine.WorkerResult{Hangs: true},
			states: []at{{30*time.Second - 1, "IN_PROGRESS"}, {1, "TIMED_OUT"}}},
		"ttl": {result: engine.WorkerResult{After: time.Hour}, in: engine.Submission{TTL: time.Minute},
			states: []at{{time.Minute - 1, "IN_PROGRESS"}, {1, "gone"}}},
		"result outlives ttl": {
			result: engine.WorkerResult{After: time.Second}, in: engine.Submission{TTL: time.Minute},
			states: []at{{time.Second, "COMPLETED"}, {30*time.Minute - 1, "COMPLETED"}, {1, "gone"}},
		},
		"worker dies": {result: engine.WorkerResult{Dies: true, After: time.Second},
			states: []at{{time.Second, "IN_PROGRESS"}, {time.Second, "FAILED"}}},
		"cold start": {config: engine.Config{ColdStart: time.Minute}, result: engine.WorkerResult{After: time.Second},
			states: []at{{time.Minute - 1, "IN_QUEUE"}, {1, "IN_PROGRESS"}, {time.Second, "COMPLETED"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := start(t, test.config, one(), does(test.result))
			id := a.submit(test.in)
			for _, state := range test.states {
				a.after(t, state.d, id, state.want)
			}
		})
	}
}

// The scaler starts a worker for every so many requests, or one at a time after a delay, within the bounds; those that
// idle for too long end (contract 3.4).
func TestEngine_scales(t *testing.T) {
	t.Parallel()
	work := does(engine.WorkerResult{After: time.Hour})
	byRequests := engine.Endpoint{WorkersMax: 3, IdleTimeout: 5 * time.Second, ScaleByRequests: true, ScalerValue: 2}
	byDelay := engine.Endpoint{WorkersMax: 2, IdleTimeout: 5 * time.Second, ScalerValue: 4}
	running := func(a *account, want int) {
		t.Helper()
		if got := a.Busy(endpointID); got != want {
			t.Errorf("%d workers run, not %d: %v", got, want, a)
		}
	}

	a := start(t, engine.Config{}, byRequests, work)
	for i, want := range []int{1, 1, 2, 2, 3, 3, 3} { // the seventh is over the maximum
		a.submit(engine.Submission{ExecutionTimeout: 2 * time.Hour})
		if got := a.Busy(endpointID); got != want {
			t.Errorf("%d jobs: %d workers run, not %d", i+1, got, want)
		}
	}

	a = start(t, engine.Config{}, byDelay, work)
	a.submit(engine.Submission{ExecutionTimeout: 2 * time.Hour})
	a.Advance(4*time.Second - 1)
	running(a, 0)
	a.Advance(1)
	running(a, 1)
	a.submit(engine.Submission{ExecutionTimeout: 2 * time.Hour, LowPriority: true})
	a.Advance(time.Minute)
	running(a, 1)
	a.submit(engine.Submission{ExecutionTimeout: 2 * time.Hour})
	a.Advance(4 * time.Second)
	running(a, 2)
	a.Advance(time.Hour + 5*time.Second)
	if health := a.Health(endpointID); health.Completed == 0 || len(a.machines) != 1 {
		t.Errorf("%v, %d workers: all but the one with a job should be gone", a, len(a.machines))
	}

	a = start(t, engine.Config{}, byDelay, work)
	a.submit(engine.Submission{})
	a.submit(engine.Submission{})
	a.Advance(4 * time.Second)
	running(a, 1) // Both have waited for long enough, and there is one more worker at a time.

	a = start(t, engine.Config{}, byRequests, work)
	a.full = true
	a.submit(engine.Submission{})
	if health := a.Health(endpointID); health.Throttled != 1 || health.InQueue != 1 {
		t.Errorf("without a machine: %v", a)
	}
}

// Who waits for a job is answered with what it was at the moment that counts, and only then.
func TestEngine_waiters(t *testing.T) {
	t.Parallel()
	a := start(t, engine.Config{}, one(), does(engine.WorkerResult{Output: "x", After: time.Minute}))
	id := a.submit(engine.Submission{})
	a.TakeWork()
	short := a.WaitForEnd(id, a.Now().Add(time.Second))
	long := a.WaitForEnd(id, a.Now().Add(time.Hour))
	dropped := a.WaitForEnd(id, a.Now().Add(time.Hour))
	a.CancelWait(dropped)
	for _, step := range []struct {
		d    time.Duration
		want []*engine.Waiter
		say  engine.Status
	}{{time.Second - 1, nil, ""}, {1, []*engine.Waiter{short}, engine.InProgress},
		{time.Minute, []*engine.Waiter{long}, engine.Completed}} {
		a.Advance(step.d)
		if got := a.TakeWork().Resolved; fmt.Sprint(got) != fmt.Sprint(step.want) {
			t.Errorf("resolved %v, not %v", got, step.want)
		}
		a.Advance(time.Second) // What it came to stays what it was.
		for _, waiter := range step.want {
			if came := waiter.Take(); came.Job.Status != step.say {
				t.Errorf("it came to %s, not %s", came.Job.Status, step.say)
			}
		}
	}
	again := a.WaitForEnd(a.submit(engine.Submission{TTL: time.Second}), a.Now().Add(time.Hour))
	a.Advance(time.Second)
	if came := again.Take(); !came.JobGone || came.EndpointGone {
		t.Errorf("a deleted job: %+v", came)
	}
	last := a.WaitForResult(a.submit(engine.Submission{}))
	delete(a.endpoints, endpointID)
	a.Reconcile(endpointID, a.Now())
	if came := last.Take(); !came.JobGone || !came.EndpointGone || len(a.machines) != 0 {
		t.Errorf("a deleted endpoint: %+v, %d workers", came, len(a.machines))
	}
}

// A job that is gone leaves no timer behind, and neither does its waiter: their ttl may be days away, and each would
// keep the job's input in memory until then.
func TestEngine_goneJobsAreForgotten(t *testing.T) {
	t.Parallel()
	for name, result := range map[string]engine.WorkerResult{
		"completed": {After: time.Second}, "failed": {Error: "no"}, "dead worker": {Dies: true},
		"stops reporting": {Hangs: true}, "too long": {After: time.Hour}, "cancelled": {After: time.Minute},
	} {
		a := start(t, engine.Config{}, one(), does(result))
		id := a.submit(engine.Submission{TTL: 7 * 24 * time.Hour, ExecutionTimeout: 5 * time.Minute})
		inMemory := a.KeptInMemory(id)
		waiter := a.WaitForResult(id)
		if a.timers == 0 {
			t.Errorf("%s: without a timer", name)
		}
		a.Advance(time.Second)
		if name == "cancelled" {
			a.Cancel(id, a.Now())
		}
		a.Advance(time.Hour)
		if waiter.Take(); a.status(id) != "gone" || a.timers != 0 {
			t.Errorf("%s: the job is %s, with %d timers", name, a.status(id), a.timers)
		}
		if a.TakeWork(); inMemory() {
			t.Errorf("%s: the job is in memory", name)
		}
	}
}

// A chunk is given out once, and comes back if its client was not there to take it. The next client waits meanwhile.
func TestEngine_streams(t *testing.T) {
	t.Parallel()
	a := start(t, engine.Config{}, one(), does(engine.WorkerResult{
		Chunks: []engine.WorkerChunk{{Output: "a"}, {Output: "b", After: time.Second}}, After: time.Second,
	}))
	id := a.submit(engine.Submission{})
	wait := func() *engine.Waiter { return a.WaitForChunks(id, a.Now().Add(time.Hour)) }
	first := wait().Take()
	second := wait()
	if len(first.Chunks) != 1 || second.Resolved() {
		t.Fatalf("the first gets %s, the second waits: %t", first.Chunks, !second.Resolved())
	}
	first.Delivered(false)
	if !second.Resolved() {
		t.Fatal("the chunk that was not taken is not given to who waits")
	}
	came := second.Take()
	came.Delivered(true)
	third := wait()
	a.Advance(time.Second)
	taken := third.Take()
	if fmt.Sprintf("%s%s", came.Chunks, taken.Chunks) != `["a"]["b"]` {
		t.Errorf("given out: %s, then %s", came.Chunks, taken.Chunks)
	}
	fourth := wait()
	a.Advance(time.Second) // The job ends, and nobody is told while a chunk may come back.
	if fourth.Resolved() {
		t.Errorf("told of the end before the last chunk was taken: %+v", fourth.Take())
	}
	taken.Delivered(true)
	if end := wait().Take(); end.Job.Status != engine.Completed || len(end.Chunks) != 0 ||
		string(end.Job.Output) != `["a","b"]` {
		t.Errorf("the end: %+v", end)
	}
}

// A job for a remote worker is in the engine's work, and its answer counts while the job is in that run.
func TestEngine_callsRemoteWorkers(t *testing.T) {
	t.Parallel()
	a := start(t, engine.Config{}, one(), nil)
	a.image = "emulator/http"
	a.machines = map[string]bool{}
	a.ReconcileAll(nil, a.Now()) // The worker was one of the other image.
	a.TakeWork()
	first := a.submit(engine.Submission{})
	calls := a.TakeWork().Calls
	if len(calls) != 1 || calls[0].Job.ID != first {
		t.Fatalf("handed out: %+v", calls)
	}
	a.Cancel(first, a.Now())
	if work := a.TakeWork(); len(work.Cancelled) != 1 || work.Cancelled[0] != calls[0].Run {
		t.Errorf("nobody waits any more: %+v", work)
	}
	a.Answer(calls[0], engine.WorkerResult{Output: 1}, a.Now())
	if got := a.status(first); got != "CANCELLED" {
		t.Errorf("a late answer made it %s", got)
	}
	second := a.submit(engine.Submission{})
	early := a.TakeWork().Calls[0]
	a.KillWorker(endpointID, a.Now())
	call := a.TakeWork().Calls[0]
	if a.Answer(early, engine.WorkerResult{Output: 1}, a.Now()); a.status(second) != "IN_PROGRESS" {
		t.Errorf("the answer of a worker that died made it %s", a.status(second))
	}
	a.Answer(call, engine.WorkerResult{Output: 1}, a.Now())
	if got := a.status(second); got != "COMPLETED" || len(a.TakeWork().Cancelled) != 0 {
		t.Errorf("an answer in time made it %s", got)
	}
}

// A webhook is called up to three times, ten seconds apart or when the call before has failed, and not again after it
// succeeded (contract 3.5).
func TestEngine_webhooks(t *testing.T) {
	t.Parallel()
	a := start(t, engine.Config{}, one(), does(engine.WorkerResult{Error: "no"}))
	calls := func() []*engine.Webhook { return a.TakeWork().Webhooks }
	a.submit(engine.Submission{Webhook: "http://example.com"})
	w := calls()[0]
	a.WebhookCalled(w, false, a.Now())
	a.Advance(10*time.Second - 1)
	if got := calls(); len(got) != 0 {
		t.Errorf("too early: %v", got)
	}
	a.Advance(1)
	if got := calls(); len(got) != 1 || got[0].Attempt != 2 || got[0].Job.Status != engine.Failed {
		t.Fatalf("the second attempt: %+v", got)
	}
	a.Advance(time.Minute) // It takes its time, and the third waits for it.
	if got := calls(); len(got) != 0 {
		t.Errorf("two at once: %v", got)
	}
	a.WebhookCalled(w, false, a.Now())
	if got := calls(); len(got) != 1 || got[0].Attempt != 3 {
		t.Fatalf("the third attempt: %+v", got)
	}
	a.WebhookCalled(w, false, a.Now())
	a.Advance(time.Hour)
	if got := calls(); len(got) != 0 {
		t.Errorf("after the third: %v", got)
	}
	for name, late := range map[string]time.Duration{"in time": time.Second, "late": time.Minute} {
		a.submit(engine.Submission{Webhook: "http://example.com"})
		w = calls()[0]
		a.Advance(late)
		a.WebhookCalled(w, true, a.Now())
		a.Advance(time.Hour)
		if got := calls(); len(got) != 0 {
			t.Errorf("after success %s: %v", name, got)
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
	a := start(t, engine.Config{}, one(), handlers)
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

// What is queued again ends anew: its result is kept from its last end on (contract 3.3).
func TestEngine_retry(t *testing.T) {
	t.Parallel()
	a := start(t, engine.Config{}, one(), does(engine.WorkerResult{Error: "no"}))
	id := a.submit(engine.Submission{})
	a.after(t, 20*time.Minute, id, "FAILED")
	if j, ok := a.Retry(id, a.Now()); !ok || j.Status != engine.InQueue {
		t.Errorf("retried: %+v %t", j, ok)
	}
	a.after(t, 29*time.Minute, id, "FAILED")
	a.after(t, time.Minute, id, "gone")
	if health := a.Health(endpointID); health.Failed != 2 || health.Retried != 1 {
		t.Errorf("counted: %v", a)
	}
}

// A hundred thousand jobs are submitted, a third is executed and the rest purged. What grows with the square of their
// number does not end within the test's time.
func TestEngine_veryManyJobs(t *testing.T) {
	t.Parallel()
	const jobs = 100_000
	settings := engine.Endpoint{WorkersMax: 3, IdleTimeout: 5 * time.Second, ScaleByRequests: true, ScalerValue: 4}
	a := start(t, engine.Config{}, settings, does(engine.WorkerResult{After: time.Second}))
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
