package engine

import (
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// worker is a worker of an endpoint. Clients see its machine, a pod.
type worker struct {
	id      string // of its machine
	version int    // of the endpoint, when it started
	image   string
	env     map[string]string

	ready     bool // its cold start is over
	unhealthy bool // it gets no job
	job       *job
	idleSince time.Time // since its start, until it is ready
}

type workerState int

const (
	workerInitializing workerState = iota
	workerIdle
	workerRunning
	workerUnhealthy
)

// String returns the state as version 2 names it (contract-v2 5.4).
func (s workerState) String() string {
	return [...]string{"INITIALIZING", "IDLE", "RUNNING", "UNHEALTHY"}[s]
}

func (w *worker) state() workerState {
	switch {
	case w.unhealthy:
		return workerUnhealthy
	case !w.ready:
		return workerInitializing
	case w.job == nil:
		return workerIdle
	default:
		return workerRunning
	}
}

// startWorker starts one more worker; false if no machine fits.
func (e *Engine) startWorker(q *queue, at time.Time) bool {
	machine, ok := e.account.StartWorker(q.endpointID, len(q.workers), at)
	if !ok {
		return false
	}
	w := &worker{
		id: machine.WorkerID, version: machine.Version, image: machine.Image, env: machine.Env, unhealthy: machine.Unhealthy,
		idleSince: at,
	}
	q.workers = append(q.workers, w)
	if machine.NeverReady || machine.Unhealthy {
		return true
	}
	if e.config.ColdStart == 0 {
		e.workerReady(w, at)
		return true
	}
	e.timers.At(at.Add(e.config.ColdStart), clock.Timer{Kind: timerWorkerReady, ID: q.endpointID, Detail: w.id})
	return true
}

// worker finds a worker by its machine; nil without one.
func (q *queue) worker(id string) *worker {
	for _, w := range q.workers {
		if w.id == id {
			return w
		}
	}
	return nil
}

func (e *Engine) workerReady(w *worker, at time.Time) {
	w.ready, w.idleSince = true, at
	e.account.WorkerReady(w.id, at)
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
		shown := Worker{w.id, w.state().String(), w.version, w.image, "", w.idleSince}
		if w.job != nil {
			shown.JobID, shown.Since = w.job.id, w.job.pickedUp
		}
		workers = append(workers, shown)
	}
	return workers, q.throttled
}

// endWorker ends a worker. The caller handles its job, if it has one.
func (e *Engine) endWorker(q *queue, w *worker, at time.Time) {
	q.workers = slices.DeleteFunc(q.workers, func(other *worker) bool { return other == w })
	e.account.EndWorker(w.id, at)
}

// killWorker ends a worker, and queues its job again or fails it.
func (e *Engine) killWorker(q *queue, w *worker, at time.Time) {
	j := w.job
	e.endWorker(q, w, at)
	if j != nil {
		e.workerDied(q, j, at)
	}
}

// KillWorker kills a worker of an endpoint, by the ID of its machine. Empty is the one that has been busy longest or,
// if none is busy, the oldest. False if the endpoint has none.
func (e *Engine) KillWorker(endpointID, workerID string, at time.Time) bool {
	q := e.queue(endpointID)
	var target *worker
	for _, w := range q.workers {
		switch {
		case workerID != "" && w.id != workerID:
		case target == nil,
			target.job == nil && w.job != nil,
			target.job != nil && w.job != nil && w.job.pickedUp.Before(target.job.pickedUp):
			target = w
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
func (q *queue) current(settings Endpoint) int {
	count := 0
	for _, w := range q.workers {
		if w.version == settings.Version {
			count++
		}
	}
	return count
}
