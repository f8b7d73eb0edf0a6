package engine

import (
	"container/list"
	"encoding/json"
	"time"
)

// Submission is what a client asks for (contract 3.1).
type Submission struct {
	Input    json.RawMessage
	Webhook  string
	S3Config json.RawMessage // a secret: for the worker only
	// ExecutionTimeout is 0 if the endpoint's goes.
	ExecutionTimeout time.Duration
	TTL              time.Duration
	LowPriority      bool
}

// job is one submission and what became of it.
type job struct {
	Submission
	id, endpointID string
	number         uint64 // jobs are numbered in the order of their submission
	status         Status

	submitted time.Time
	queued    time.Time // submitted, or queued again
	pickedUp  time.Time // zero of one that never was
	ended     time.Time
	expires   time.Time     // when its ttl is over
	readable  time.Time     // from when on it can be read
	retention time.Duration // of its result

	retries  int // deaths of its workers
	attempts int // how often it was picked up
	workerID string
	output   json.RawMessage
	failure  string

	worker *worker // that has it in progress
	// run is the number of the run in progress, 0 without one. Timers and answers of earlier runs know by it that they
	// are late.
	run       uint64
	called    bool // a worker elsewhere is asked
	execution execution

	chunks  *chunks
	waiters []*Waiter

	waiting *list.Element // where it is in the queue
	listed  *list.Element // where it is among all jobs of the endpoint
}

// Job is a job as it is at a moment. It does not change afterwards.
type Job struct {
	ID, EndpointID   string
	Status           Status
	Delay, Execution time.Duration // in the queue until it was picked up or ended, and on a worker
	WorkerID         string
	Output           json.RawMessage // of a completed one
	Failure          string          // of a failed one, and of one that timed out
	Retries          int             // deaths of its workers
	Expires          time.Time       // when its ttl is over
}

func (j *job) snapshot() Job {
	s := Job{
		ID: j.id, EndpointID: j.endpointID, Status: j.status, WorkerID: j.workerID,
		Output: j.output, Failure: j.failure, Retries: j.retries, Expires: j.expires,
	}
	if j.pickedUp.IsZero() {
		s.Delay = notNegative(j.ended.Sub(j.queued)) // It was cancelled in the queue.
		return s
	}
	s.Delay, s.Execution = notNegative(j.pickedUp.Sub(j.queued)), notNegative(j.ended.Sub(j.pickedUp))
	return s
}

// notNegative is for timers in real time, which can be late.
func notNegative(d time.Duration) time.Duration { return max(0, d) }

// Job finds a job of an endpoint, just submitted or not.
func (e *Engine) Job(endpointID, id string) (Job, bool) {
	j, ok := e.jobs[id]
	if !ok || j.endpointID != endpointID {
		return Job{}, false
	}
	return j.snapshot(), true
}

// ReadableJob is Job for reads, of which the news of a submission reaches late (Config.SubmissionLag).
func (e *Engine) ReadableJob(endpointID, id string, at time.Time) (Job, bool) {
	snapshot, ok := e.Job(endpointID, id)
	return snapshot, ok && !at.Before(e.jobs[id].readable)
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
