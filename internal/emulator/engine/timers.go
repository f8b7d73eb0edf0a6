package engine

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// The kinds of timers of an endpoint or a webhook.
const (
	timerWake        = "queue wakes"
	timerWorkerReady = "worker ready"
	timerWebhook     = "webhook"
	timerWait        = "wait" // is up
)

// The kinds of timers of a job.
const (
	timerExpiry       = "job expires"
	timerRetention    = "retention"
	timerTimeout      = "execution timeout"
	timerStep         = "step"
	timerUnresponsive = "worker unresponsive"
)

var jobTimers = map[string]func(e *Engine, q *queue, j *job, at time.Time){
	timerExpiry: moves(expired), timerRetention: moves(retentionIsOver), timerTimeout: (*Engine).timeOut,
	timerStep: (*Engine).proceed, timerUnresponsive: (*Engine).lose,
}

func moves(event *event) func(e *Engine, q *queue, j *job, at time.Time) {
	return func(e *Engine, q *queue, j *job, at time.Time) { e.transition(q, j, event, at) }
}

// timer is a timer of a job. It has the job's id only, so that it does not keep the input in memory.
func (j *job) timer(kind string) clock.Timer { return clock.Timer{Kind: kind, ID: j.ID} }

func (j *job) cancel(c *clock.Clock, kinds ...string) {
	for _, kind := range kinds {
		c.Drop(j.timer(kind))
	}
}

// Fire carries out a timer of the engine. By now, what it is about may be gone.
func (e *Engine) Fire(t clock.Timer, at time.Time) {
	switch t.Kind {
	case timerWait:
		if w, ok := t.Of.(*Waiter); ok {
			w.over = true
			e.tryResolve(w)
		}
	case timerWebhook:
		e.tryWebhook(e.webhooks[t.Number], at)
	case timerWake:
		if q, ok := e.queues[t.ID]; ok {
			e.reconcile(q, at)
		}
	case timerWorkerReady:
		if q, ok := e.queues[t.ID]; ok && q.worker(t.Detail) != nil {
			e.workerReady(q.worker(t.Detail), at)
			e.reconcile(q, at)
		}
	default:
		j, ok := e.jobs[t.ID]
		if !ok {
			return
		}
		q := e.queues[j.EndpointID]
		jobTimers[t.Kind](e, q, j, at)
		e.reconcile(q, at)
	}
}
