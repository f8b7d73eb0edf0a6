package engine

import (
	"encoding/json"
	"slices"
	"time"
	"weak"
)

// Waiter is a request that waits for something about a job (a long poll). What it comes to is decided when it happens,
// so that a clock that has moved on since changes nothing.
type Waiter struct {
	job *job
	// ready returns what the wait comes to, once there is something; over says that its time is up.
	ready    func(j *job, over bool) (Outcome, bool)
	outcome  Outcome
	resolved bool
	over     bool
}

// Outcome is what a wait comes to: the job as it was then, or that it is gone.
type Outcome struct {
	Job Job
	// Chunks are what a stream has to give, never nil where a stream was waited for.
	Chunks []json.RawMessage
	// Delivered is to be called with whether the client was still there to take the chunks; nil if nobody cares.
	Delivered func(taken bool)

	// JobGone and EndpointGone say that the job was deleted, and that its endpoint was.
	JobGone, EndpointGone bool
}

// WaitForEnd waits for a job to end, and comes to the job as it is at the end of the wait, finished or not.
func (e *Engine) WaitForEnd(jobID string, until time.Time) *Waiter {
	return e.wait(jobID, until, func(j *job, over bool) (Outcome, bool) {
		return Outcome{Job: j.snapshot()}, over || j.status.Final()
	})
}

// WaitForResult waits for a job to end for as long as the job may live.
func (e *Engine) WaitForResult(jobID string) *Waiter {
	return e.wait(jobID, e.jobs[jobID].expires, func(j *job, _ bool) (Outcome, bool) {
		return Outcome{Job: j.snapshot()}, j.status.Final()
	})
}

// wait makes a waiter. Its caller has reconciled the queue.
func (e *Engine) wait(jobID string, until time.Time, ready func(j *job, over bool) (Outcome, bool)) *Waiter {
	j := e.jobs[jobID]
	w := &Waiter{job: j, ready: ready}
	j.waiters = append(j.waiters, w)
	if !e.tryResolve(w) {
		e.timers.At(until, func(time.Time) {
			w.over = true
			e.tryResolve(w)
		})
	}
	return w
}

// Resolved reports whether the wait has come to something.
func (w *Waiter) Resolved() bool { return w.resolved }

// Delivers reports whether the wait came to something that a client has to take: see Outcome.Delivered.
func (w *Waiter) Delivers() bool { return w.outcome.Delivered != nil }

// Take returns what the wait came to, once.
func (w *Waiter) Take() Outcome {
	outcome := w.outcome
	w.outcome = Outcome{}
	return outcome
}

// CancelWait is for a request that nobody waits for any more. What it was to get is not delivered.
func (e *Engine) CancelWait(w *Waiter) {
	if !w.resolved {
		w.resolve(Outcome{})
		return
	}
	if outcome := w.Take(); outcome.Delivered != nil {
		outcome.Delivered(false)
	}
}

// KeptInMemory returns a function that reports whether anything keeps a job in memory still: a waiter or a timer that
// does would keep the input of every job until its ttl is over.
func (e *Engine) KeptInMemory(jobID string) func() bool {
	reference := weak.Make(e.jobs[jobID])
	return func() bool { return reference.Value() != nil }
}

// Waiting counts the requests that wait.
func (e *Engine) Waiting() int {
	waiting := 0
	for _, j := range e.jobs {
		waiting += len(j.waiters)
	}
	return waiting
}

func (e *Engine) tryResolve(w *Waiter) bool {
	if w.resolved {
		return true
	}
	outcome, ok := Outcome{JobGone: true}, true
	if w.job.status != deleted {
		outcome, ok = w.ready(w.job, w.over)
	} else if _, exists := e.account.Endpoint(w.job.endpointID); !exists {
		outcome.EndpointGone = true
	}
	if ok {
		w.resolve(outcome)
		e.work.Resolved = append(e.work.Resolved, w)
	}
	return ok
}

// resolve ends the wait. The timer may know the waiter for a day yet, but not the job.
func (w *Waiter) resolve(outcome Outcome) {
	w.resolved, w.outcome = true, outcome
	w.job.waiters = slices.DeleteFunc(w.job.waiters, func(other *Waiter) bool { return other == w })
	w.job, w.ready = nil, nil
}

// notifyWaiters has whoever waits for a job that has changed look at it.
func (e *Engine) notifyWaiters() {
	dirty := e.dirty
	e.dirty = nil
	for _, j := range dirty {
		for _, w := range slices.Clone(j.waiters) {
			e.tryResolve(w)
		}
	}
}
