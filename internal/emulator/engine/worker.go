package engine

import (
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// worker is a worker of an endpoint. Clients see its machine, a pod.
type worker struct {
	ID      string // of its machine
	Version int    // of the endpoint, when it started
	Image   string
	Env     map[string]string

	Ready     bool      // its cold start is over
	Unhealthy bool      // it gets no job
	IdleSince time.Time // since its start, until it is ready
	JobID     string    // empty without one
}

// The states of a worker, as version 2 names them (contract-v2 5.4).
const (
	workerInitializing = "INITIALIZING"
	workerIdle         = "IDLE"
	workerRunning      = "RUNNING"
	workerUnhealthy    = "UNHEALTHY"
)

func (w *worker) state() string {
	switch {
	case w.Unhealthy:
		return workerUnhealthy
	case !w.Ready:
		return workerInitializing
	case w.JobID == "":
		return workerIdle
	default:
		return workerRunning
	}
}

// idleEnds returns the end of the idle timeout of a worker that gets no job.
func (w *worker) idleEnds(settings account.Endpoint) time.Time {
	return w.IdleSince.Add(saturated(settings.IdleTimeout, time.Second))
}

// startWorker starts one more worker; false if no machine fits.
func (e *Engine) startWorker(q *queue, at time.Time) bool {
	machine, fate, ok := e.account.StartWorker(q.EndpointID, len(q.workers), at)
	if !ok {
		return false
	}
	w := &worker{
		ID: machine.ID, Version: *machine.SlsVersion, Image: machine.Image, Env: machine.Env,
		Unhealthy: fate == account.FateUnhealthy, IdleSince: at,
	}
	q.workers = append(q.workers, w)
	if w.Unhealthy || fate == account.FateInitializing {
		return true
	}
	if e.config.ColdStart == 0 {
		e.workerReady(w, at)
		return true
	}
	e.clock.At(at.Add(e.config.ColdStart), clock.Timer{Kind: timerWorkerReady, ID: q.EndpointID, Detail: w.ID})
	return true
}

// worker finds a worker by its machine; nil without one.
func (q *queue) worker(id string) *worker {
	for _, w := range q.workers {
		if w.ID == id {
			return w
		}
	}
	return nil
}

func (e *Engine) workerReady(w *worker, at time.Time) {
	w.Ready, w.IdleSince = true, at
	e.account.WorkerReady(w.ID, at)
}

// Worker is a worker as a view shows it.
type Worker struct {
	ID      string    `json:"id"` // of its machine
	State   string    `json:"state"`
	Version int       `json:"version"` // of the endpoint
	Image   string    `json:"image"`
	JobID   string    `json:"job"`   // empty without one
	Since   time.Time `json:"since"` // when it got the job, lost the last one, was ready or started
}

// Workers returns the workers of an endpoint, the oldest first and never nil, and how many more wait for a machine.
func (e *Engine) Workers(endpointID string) (workers []Worker, throttled int) {
	q := e.queue(endpointID)
	workers = []Worker{}
	for _, w := range q.workers {
		shown := Worker{w.ID, w.state(), w.Version, w.Image, w.JobID, w.IdleSince}
		if j := e.jobs[w.JobID]; j != nil {
			shown.Since = j.PickedUp
		}
		workers = append(workers, shown)
	}
	return workers, q.Throttled
}

// endWorker ends a worker. The caller handles its job, if it has one.
func (e *Engine) endWorker(q *queue, w *worker, at time.Time) {
	q.workers = slices.DeleteFunc(q.workers, func(other *worker) bool { return other == w })
	e.account.Pods.Remove(w.ID, at)
}

// killWorker ends a worker, and queues its job again or fails it.
func (e *Engine) killWorker(q *queue, w *worker, at time.Time) {
	e.endWorker(q, w, at)
	if j := e.jobs[w.JobID]; j != nil {
		e.workerDied(q, j, at)
	}
}

// KillWorker kills a worker of an endpoint, by the ID of its machine. Empty is the one that has been busy longest or,
// if none is busy, the oldest. False if the endpoint has none.
func (e *Engine) KillWorker(endpointID, workerID string, at time.Time) bool {
	q := e.queue(endpointID)
	var target *worker
	var longest *job // on the target
	for _, w := range q.workers {
		j := e.jobs[w.JobID]
		switch {
		case workerID != "" && w.ID != workerID:
		case target == nil, j != nil && (longest == nil || j.PickedUp.Before(longest.PickedUp)):
			target, longest = w, j
		}
	}
	if target == nil {
		return false
	}
	e.killWorker(q, target, at)
	e.reconcile(q, at)
	return true
}

// free returns the idle worker that started first, so that the others reach their idle timeout. No idle worker has an
// old version: retire has ended those.
func (q *queue) free() *worker {
	for _, w := range q.workers {
		if w.state() == workerIdle {
			return w
		}
	}
	return nil
}

// current counts the workers of the endpoint's version.
func (q *queue) current(settings account.Endpoint) int {
	count := 0
	for _, w := range q.workers {
		if w.Version == settings.Version {
			count++
		}
	}
	return count
}
