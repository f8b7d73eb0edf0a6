package engine

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// Waiter is a long poll for a job. Its outcome is fixed when it happens, so that a clock that has moved on since
// changes nothing.
type Waiter struct {
	// Done is closed once the wait has an outcome.
	Done chan struct{}

	job *job // nil then
	// ready returns the outcome; false while the wait has none. over reports that the time of the wait is up.
	ready   func(j *job, over bool) (Outcome, bool)
	outcome Outcome
	over    bool
}

// Outcome is the end of a wait: the job at that time, or that the service has deleted it.
type Outcome struct {
	Job Job
	// Chunks are to be delivered; never nil after WaitForChunks.
	Chunks []json.RawMessage
	// Delivered takes whether the client has taken the chunks; nil without chunks. The caller must call it.
	Delivered func(taken bool)

	// JobGone says that the job was deleted, EndpointGone that its endpoint was.
	JobGone, EndpointGone bool
}

// WaitForEnd waits for a job to be final. If the time is up before, the outcome is the job at that time.
func (e *Engine) WaitForEnd(jobID string, until time.Time) *Waiter {
	return e.wait(jobID, until, func(j *job, over bool) (Outcome, bool) {
		return Outcome{Job: j.Job}, over || j.Status.Final()
	})
}

// wait makes a waiter. The caller has reconciled the queue.
func (e *Engine) wait(jobID string, until time.Time, ready func(j *job, over bool) (Outcome, bool)) *Waiter {
	j := e.jobs[jobID]
	w := &Waiter{job: j, ready: ready, Done: make(chan struct{})}
	j.waiters = append(j.waiters, w)
	e.waiting++
	if e.tryResolve(w); !w.Resolved() {
		e.clock.At(until, w.timer())
	}
	return w
}

func (w *Waiter) timer() clock.Timer { return clock.Timer{Kind: timerWait, Of: w} }

// Resolved reports whether the wait has an outcome.
func (w *Waiter) Resolved() bool { return w.job == nil }

// Waiting counts the waits without an outcome.
func (e *Engine) Waiting() int { return e.waiting }

// Delivers reports whether chunks are on their way to a client.
func (e *Engine) Delivers() bool { return e.deliveries > 0 }

// Take returns the outcome, once.
func (w *Waiter) Take() Outcome {
	outcome := w.outcome
	w.outcome = Outcome{}
	return outcome
}

// CancelWait ends the wait of a client that has disconnected. The engine delivers the chunks of its outcome to others.
func (e *Engine) CancelWait(w *Waiter) {
	if !w.Resolved() {
		e.resolve(w, Outcome{})
		return
	}
	if outcome := w.Take(); outcome.Delivered != nil {
		outcome.Delivered(false)
	}
}

func (e *Engine) tryResolve(w *Waiter) {
	if w.Resolved() {
		return
	}
	outcome, ok := Outcome{JobGone: true}, true
	if w.job.Status != deleted {
		outcome, ok = w.ready(w.job, w.over)
	} else if e.queues[w.job.EndpointID] == nil {
		outcome.EndpointGone = true
	}
	if ok {
		e.resolve(w, outcome)
	}
}

// resolve ends the wait.
func (e *Engine) resolve(w *Waiter, outcome Outcome) {
	w.outcome = outcome
	w.job.waiters = slices.DeleteFunc(w.job.waiters, func(other *Waiter) bool { return other == w })
	w.job, w.ready = nil, nil
	e.waiting--
	e.clock.Drop(w.timer())
	close(w.Done)
}

// notifyWaiters tries to resolve the waiters of all jobs that have changed.
func (e *Engine) notifyWaiters() {
	dirty := e.dirty
	e.dirty = nil
	for _, j := range dirty {
		for _, w := range slices.Clone(j.waiters) {
			e.tryResolve(w)
		}
	}
}
