// Package engine runs the queues of one account: jobs and their states, workers and the scaler, long polls, and streams
// (contract 3).
//
// It knows no HTTP, has no lock and starts no goroutine. Its caller serialises all calls, passes each one the time, and
// calls TakeWork afterwards, which returns the work that the caller has to do: calls of workers and webhooks. The
// clock's timers call Fire. Within the package an entry point that changes jobs or workers ends in reconcile, and
// reconcile calls none of them. After Inject, Change and Remove the caller reconciles; after DropAll nothing is left to
// reconcile.
package engine

import (
	"maps"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// Config has the properties in which deployments differ.
type Config struct {
	// ColdStart is the time that a new worker takes until it is ready; 0 is none.
	ColdStart time.Duration
	// SubmissionLag is the time for which a new job cannot be read.
	SubmissionLag time.Duration
	// UnpauseLag is the time for which the queue of an endpoint that was unpaused stays paused.
	UnpauseLag time.Duration
	// Script returns the result of a job in the place of its image; false leaves the job to the image. Nil is none.
	Script func(image string, j WorkerJob) (result WorkerResult, ok bool)
	// Observe gets what happens to jobs, in order. It must not call the engine. Nil is none.
	Observe func(JobEvent)
}

// Engine is the queues of one account.
type Engine struct {
	config   Config
	account  *account.Account
	clock    *clock.Clock
	handlers Handlers

	queues      map[string]*queue // by endpoint
	jobs        map[string]*job
	submissions uint64              // since New
	runs        uint64              // since New; a run is one job on one worker
	calls       uint64              // since New; numbers the webhooks
	webhooks    map[uint64]*Webhook // that are being called, or wait for their next attempt
	dirty       []*job              // changed since the last notifyWaiters
	waiting     int                 // waiters without an outcome
	deliveries  int                 // outcomes with chunks that clients have not taken yet
	work        Work
}

// New makes an engine without endpoints and jobs. The caller may change handlers later.
func New(config Config, account *account.Account, clock *clock.Clock, handlers Handlers) *Engine {
	if config.Observe == nil {
		config.Observe = func(JobEvent) {}
	}
	return &Engine{
		config: config, account: account, clock: clock, handlers: handlers,
		queues: make(map[string]*queue), jobs: make(map[string]*job), webhooks: make(map[uint64]*Webhook),
	}
}

// Work is the work that the caller has to do, in the order of the fields.
type Work struct {
	Calls    []WorkerCall // of remote workers; each ends with Engine.Answer
	Ended    []uint64     // runs that are over: their calls, if they have any, are to be cancelled
	Webhooks []*Webhook   // to be called; each ends with Engine.WebhookCalled
}

// TakeWork returns the work that has accumulated since the last call.
func (e *Engine) TakeWork() Work {
	work := e.work
	e.work = Work{}
	return work
}

// Reconcile starts and ends workers and assigns jobs of the endpoints that have been created, changed or deleted.
func (e *Engine) Reconcile(at time.Time) {
	for _, id := range e.account.TakeChanged() {
		e.reconcile(e.queue(id), at)
	}
}

// ReconcileAll reconciles all endpoints and the machines of workers. The caller calls it after direct access, which may
// have changed anything.
func (e *Engine) ReconcileAll(at time.Time) {
	for _, id := range e.account.TakeChanged() {
		e.queue(id)
	}
	for _, id := range slices.Sorted(maps.Keys(e.queues)) {
		q := e.queues[id]
		for _, w := range slices.Clone(q.workers) {
			if _, err := e.account.Pods.Find(w.ID); err != nil {
				e.killWorker(q, w, at)
			}
		}
		e.reconcile(q, at)
	}
}

// DropAll deletes all jobs and ends all workers.
func (e *Engine) DropAll(at time.Time) {
	for _, id := range slices.Sorted(maps.Keys(e.queues)) {
		e.drop(e.queues[id], at)
	}
}

// Paused reports whether the queue of an endpoint accepts no job.
func (e *Engine) Paused(endpointID string, at time.Time) bool {
	settings, err := e.account.Endpoints.Find(endpointID)
	return err != nil || settings.WorkersMax == 0 || at.Before(e.queue(endpointID).UnpausesAt)
}

// Health is the counters of an endpoint: all eleven, always (contract 3.2).
type Health struct {
	HealthJobs    `json:"jobs"`
	HealthWorkers `json:"workers"`
}

// HealthJobs counts jobs; completed, failed and retried since the endpoint was created.
type HealthJobs struct {
	Completed  int `json:"completed"`
	Failed     int `json:"failed"`
	InProgress int `json:"inProgress"`
	InQueue    int `json:"inQueue"`
	Retried    int `json:"retried"`
}

// HealthWorkers counts workers. Ready are the idle ones.
type HealthWorkers struct {
	Idle         int `json:"idle"`
	Initializing int `json:"initializing"`
	Ready        int `json:"ready"`
	Running      int `json:"running"`
	Throttled    int `json:"throttled"`
	Unhealthy    int `json:"unhealthy"`
}

// Health counts an endpoint's jobs and workers.
func (e *Engine) Health(endpointID string) Health {
	q := e.queue(endpointID)
	h := Health{
		HealthJobs{q.Completed, q.Failed, q.inProgress, q.inQueue(), q.Retried}, HealthWorkers{Throttled: q.Throttled},
	}
	for _, w := range q.workers {
		switch w.state() {
		case workerInitializing:
			h.Initializing++
		case workerIdle:
			h.Idle++
			h.Ready++
		case workerRunning:
			h.Running++
		case workerUnhealthy:
			h.Unhealthy++
		}
	}
	return h
}
