package engine

import (
	"container/list"
	"encoding/json"
	"time"
)

// Submission is the input of a new job (contract 3.1).
type Submission struct {
	Input    json.RawMessage `json:",omitempty"`
	Webhook  string
	S3Config json.RawMessage `json:",omitempty"` // a secret: for the worker only
	// ExecutionTimeout is 0 for that of the endpoint.
	ExecutionTimeout time.Duration
	TTL              time.Duration
	LowPriority      bool
}

// job is a submission and its state.
type job struct {
	jobRecord

	worker    *worker    // while it is in progress
	called    bool       // a call of a remote worker is under way
	execution *execution // of this run; nil if a remote worker carries it out

	chunks  *chunks // of the last run; nil while there are none
	waiters []*Waiter

	waiting *list.Element // of queue.waiting or waitingLow
	listed  *list.Element // of queue.all

	cancelExpiry  func() // of the timer of its ttl
	cancelTimeout func() // of the timer of its execution timeout; nil while it does not run
	cancelStep    func() // of the timer of the next step of its run; nil while there is none
}

// jobRecord is the part of a job that can be saved as it is.
type jobRecord struct {
	Submission

	ID, EndpointID string
	Number         uint64 // jobs are numbered in the order of their submission
	Status         Status

	Submitted time.Time
	Queued    time.Time // submitted, or queued again
	PickedUp  time.Time // zero before
	Ended     time.Time
	Expires   time.Time     // when its ttl is over
	Readable  time.Time     // it cannot be read before
	Retention time.Duration // of its result

	Retries  int // workers that died with it
	Attempts int // runs
	WorkerID string
	Output   json.RawMessage `json:",omitempty"`
	Failure  string

	// Run is the number of the run in progress, 0 without one. It tells answers of earlier runs from its own.
	Run        uint64
	EnqueuedAs uint64 // numbers the jobs of queue.waiting and waitingLow in the order of their enqueuing
}

// Job is a snapshot of a job.
type Job struct {
	ID, EndpointID   string
	Status           Status
	Delay, Execution time.Duration // in the queue until it was picked up or ended, and on a worker
	WorkerID         string
	Input            json.RawMessage `json:",omitempty"`
	Output           json.RawMessage `json:",omitempty"` // of a completed one
	Failure          string          // of a failed one, and of one that timed out
	Retries          int             // workers that died with it
	Attempt          int             // the number of its last run, from 1; 0 before
	Submitted        time.Time
	Expires          time.Time // when its ttl is over
}

func (j *job) snapshot() Job {
	s := Job{
		ID: j.ID, EndpointID: j.EndpointID, Status: j.Status, WorkerID: j.WorkerID,
		Input: j.Input, Output: j.Output, Failure: j.Failure, Retries: j.Retries, Attempt: j.Attempts, Submitted: j.Submitted,
		Expires: j.Expires,
	}
	if j.PickedUp.IsZero() {
		s.Delay = notNegative(j.Ended.Sub(j.Queued)) // It was cancelled in the queue.
		return s
	}
	s.Delay, s.Execution = notNegative(j.PickedUp.Sub(j.Queued)), notNegative(j.Ended.Sub(j.PickedUp))
	return s
}

// notNegative returns the duration, or 0 if it is negative: in real time a timer can be late and seem to be before the
// event that it follows.
func notNegative(d time.Duration) time.Duration { return max(0, d) }

// Job finds a job of an endpoint.
func (e *Engine) Job(endpointID, id string) (Job, bool) {
	j, ok := e.jobs[id]
	if !ok || j.EndpointID != endpointID {
		return Job{}, false
	}
	return j.snapshot(), true
}

// ReadableJob returns the same as Job, for reads, which do not find a new job yet (Config.SubmissionLag).
func (e *Engine) ReadableJob(endpointID, id string, at time.Time) (Job, bool) {
	snapshot, ok := e.Job(endpointID, id)
	return snapshot, ok && !at.Before(e.jobs[id].Readable)
}

// Jobs yields the jobs of an endpoint that can still be read, the newest first.
func (e *Engine) Jobs(endpointID string) func(yield func(Job) bool) {
	return func(yield func(Job) bool) {
		for j := range e.queue(endpointID).jobs {
			if !yield(j.snapshot()) {
				return
			}
		}
	}
}

// Count counts the jobs that Jobs yields.
func (e *Engine) Count(endpointID string) int { return e.queue(endpointID).all.Len() }
