package engine

import (
	"container/list"
	"encoding/json"
	"time"
)

// Submission is the input of a new job (contract 3.1).
type Submission struct {
	Input    json.RawMessage
	Webhook  string
	S3Config json.RawMessage // a secret: for the worker only
	// ExecutionTimeout is 0 for that of the endpoint.
	ExecutionTimeout time.Duration
	TTL              time.Duration
	LowPriority      bool
}

// job is a submission and its state.
type job struct {
	Job

	worker    *worker    // while it is in progress
	execution *execution // of this run; nil if a remote worker carries it out

	inFlight bool // an answer with chunks is being delivered
	waiters  []*Waiter

	waiting *list.Element // of queue.waiting or waitingLow
	listed  *list.Element // of queue.all
}

// State is all of a job that the control interface shows and changes, with the names that members have there.
type State struct {
	ID          string            `json:"id"`
	EndpointID  string            `json:"endpointId"`
	Status      Status            `json:"status"`
	Reason      string            `json:"reason,omitempty"` // why it does not run; only Engine.State sets it
	Input       json.RawMessage   `json:"input"`
	Webhook     string            `json:"webhook"`
	LowPriority bool              `json:"lowPriority"`
	Retries     int               `json:"retries"` // workers that died with it
	WorkerID    string            `json:"workerId"`
	Output      json.RawMessage   `json:"output,omitempty"` // of a completed one
	Failure     string            `json:"error"`            // of a failed one, and of one that timed out
	Chunks      []json.RawMessage `json:"chunks"`           // that its last run has streamed so far
	Submitted   time.Time         `json:"submittedAt"`
	Expires     time.Time         `json:"expiresAt"` // when its ttl is over
}

// Job is a job at a moment.
type Job struct {
	State

	S3Config         json.RawMessage `json:",omitempty"`
	ExecutionTimeout time.Duration
	Number           uint64 // jobs are numbered in the order of their submission

	Queued    time.Time // submitted, or queued again
	PickedUp  time.Time // zero before
	Ended     time.Time
	Readable  time.Time     // clients cannot read it before (Config.SubmissionLag)
	Retention time.Duration // of its result

	Attempt   int // the number of its last run, from 1; 0 before
	Delivered int // so many of its chunks have been delivered

	// Run is the number of the run in progress, 0 without one. It tells answers of earlier runs from its own.
	Run        uint64
	EnqueuedAs uint64 // numbers the jobs of queue.waiting and waitingLow in the order of their enqueuing
}

// Delay returns the time in the queue until the job was picked up or ended.
func (j Job) Delay() time.Duration {
	if j.PickedUp.IsZero() {
		return notNegative(j.Ended.Sub(j.Queued)) // It was cancelled in the queue.
	}
	return notNegative(j.PickedUp.Sub(j.Queued))
}

// Execution returns the time on a worker.
func (j Job) Execution() time.Duration {
	if j.PickedUp.IsZero() {
		return 0
	}
	return notNegative(j.Ended.Sub(j.PickedUp))
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
	return j.Job, true
}

// Jobs yields the jobs of an endpoint that can still be read, the newest first.
func (e *Engine) Jobs(endpointID string) func(yield func(Job) bool) {
	return func(yield func(Job) bool) {
		for j := range e.queue(endpointID).jobs {
			if !yield(j.Job) {
				return
			}
		}
	}
}

// Count counts the jobs that Jobs yields.
func (e *Engine) Count(endpointID string) int { return e.queue(endpointID).all.Len() }
