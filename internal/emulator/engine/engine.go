// Package engine is the queue interface without the interface: jobs and their states, queues, workers and the scaler,
// requests that wait for a job, and streams (contract 3).
//
// It knows no HTTP, has no lock and starts no goroutine. Its caller serialises all calls, tells each one the time, and
// takes the work to be done elsewhere from TakeWork afterwards: calls of workers and webhooks, and requests whose wait
// is over. What is to happen later goes to Timers. Within the package every way in ends in reconcile, and nothing calls
// back into it.
package engine

import (
	"maps"
	"slices"
	"time"
)

// Config is how a deployment differs from others.
type Config struct {
	// ColdStart is how long a new worker takes until it is ready. 0 is at once.
	ColdStart time.Duration
	// SubmissionLag is for how long a new job cannot be read.
	SubmissionLag time.Duration
	// UnpauseLag is for how long the queue takes an endpoint for paused that is not any more.
	UnpauseLag time.Duration
	// ExecutionTimeoutStatus is the state of a job that ran for too long: Failed or TimedOut.
	ExecutionTimeoutStatus Status
}

// Endpoint is what the engine needs to know of an endpoint. Durations are never negative.
type Endpoint struct {
	Version                int
	WorkersMin, WorkersMax int // WorkersMax 0 is a paused endpoint
	IdleTimeout            time.Duration
	// ScaleByRequests is the scaler REQUEST_COUNT, else it is QUEUE_DELAY.
	ScaleByRequests bool
	ScalerValue     int // requests for each worker, or seconds of delay
	// ExecutionTimeout goes for jobs that say nothing; 0 is the platform's default.
	ExecutionTimeout time.Duration
}

// Machine is what a new worker runs on, and what it runs.
type Machine struct {
	WorkerID string
	Version  int // of the endpoint
	Image    string
	Env      map[string]string
}

// Account is what the engine works for. None of its methods calls the engine.
type Account interface {
	// Endpoint returns the settings of an endpoint; false if there is none of that id.
	Endpoint(id string) (Endpoint, bool)
	// StartWorker finds a machine for one more worker of an endpoint that has so many; false if there is none.
	StartWorker(endpointID string, workers int, at time.Time) (Machine, bool)
	// WorkerReady is told when a worker's cold start is over.
	WorkerReady(workerID string, at time.Time)
	// EndWorker gives a worker's machine back.
	EndWorker(workerID string, at time.Time)
	// HasWorker reports whether a worker's machine is still there.
	HasWorker(workerID string) bool
	// NewJobID makes an id; it may have been made before.
	NewJobID() string
}

// Timers calls functions later, one at a time and in the order of their moments, of which each is told its own.
type Timers interface {
	At(moment time.Time, call func(at time.Time))
}

// Engine is the queues of one account.
type Engine struct {
	config   Config
	account  Account
	timers   Timers
	handlers Handlers

	queues      map[string]*queue // by endpoint
	jobs        map[string]*job
	submissions uint64 // how many there were
	runs        uint64 // how often a job was picked up
	dirty       []*job // changed, and their waiters do not know yet
	work        Work
}

// New makes an engine without endpoints and jobs. It keeps handlers, which may change.
func New(config Config, account Account, timers Timers, handlers Handlers) *Engine {
	return &Engine{
		config: config, account: account, timers: timers, handlers: handlers,
		queues: make(map[string]*queue), jobs: make(map[string]*job),
	}
}

// Work is what is to be done elsewhere, in the order of the fields.
type Work struct {
	Calls     []WorkerCall // of workers elsewhere; each is answered by Engine.Answer
	Cancelled []uint64     // runs whose calls nobody waits for any more
	Webhooks  []*Webhook   // to be called; each is answered by Engine.WebhookCalled
	Resolved  []*Waiter    // whose requests can be answered
}

// TakeWork hands out what has come up since it was called last.
func (e *Engine) TakeWork() Work {
	work := e.work
	e.work = Work{}
	return work
}

// Reconcile sees to an endpoint that was made, changed or deleted.
func (e *Engine) Reconcile(endpointID string, at time.Time) { e.reconcile(e.queue(endpointID), at) }

// ReconcileAll sees to everything there is, and to these endpoints: anything may have changed, machines of workers too.
func (e *Engine) ReconcileAll(endpointIDs []string, at time.Time) {
	for _, id := range endpointIDs {
		e.queue(id)
	}
	for _, id := range slices.Sorted(maps.Keys(e.queues)) {
		q := e.queues[id]
		for _, w := range slices.Clone(q.workers) {
			if !e.account.HasWorker(w.id) {
				e.killWorker(q, w, at)
			}
		}
		e.reconcile(q, at)
	}
}

// DropAll ends everything: whoever waits for a job learns that it is gone.
func (e *Engine) DropAll(at time.Time) {
	for _, id := range slices.Sorted(maps.Keys(e.queues)) {
		e.drop(e.queues[id], at)
	}
}

// Paused reports whether the queue takes an endpoint for paused, so that it accepts no job.
func (e *Engine) Paused(endpointID string, at time.Time) bool {
	settings, ok := e.account.Endpoint(endpointID)
	return !ok || settings.WorkersMax == 0 || at.Before(e.queue(endpointID).unpausesAt)
}

// Busy counts the workers of an endpoint that execute a job.
func (e *Engine) Busy(endpointID string) int { return e.Health(endpointID).Running }

// Health is what an endpoint counts (contract 3.2). Ready workers are the idle ones.
type Health struct {
	Completed, Failed, InProgress, InQueue, Retried int // jobs, the first, second and last since the endpoint was made
	Idle, Initializing, Running, Throttled          int // workers
}

// Health counts an endpoint's jobs and workers.
func (e *Engine) Health(endpointID string) Health {
	q := e.queue(endpointID)
	h := Health{
		Completed: q.completed, Failed: q.failed, Retried: q.retried,
		InProgress: q.inProgress, InQueue: q.inQueue(), Throttled: q.throttled,
	}
	for _, w := range q.workers {
		switch w.state() {
		case workerInitializing:
			h.Initializing++
		case workerIdle:
			h.Idle++
		case workerRunning:
			h.Running++
		}
	}
	return h
}

// atJob calls a function at a moment, if the job still exists by then, and reconciles its queue. The timer knows the job
// by its id, so that it does not keep its input in memory.
func (e *Engine) atJob(j *job, moment time.Time, call func(q *queue, j *job, at time.Time)) {
	id := j.id
	e.timers.At(moment, func(at time.Time) {
		if j, ok := e.jobs[id]; ok {
			q := e.queues[j.endpointID]
			call(q, j, at)
			e.reconcile(q, at)
		}
	})
}

// atRun is atJob for what belongs to the run in progress.
func (e *Engine) atRun(j *job, moment time.Time, call func(q *queue, j *job, at time.Time)) {
	run := j.run
	e.atJob(j, moment, func(q *queue, j *job, at time.Time) {
		if j.run == run {
			call(q, j, at)
		}
	})
}
