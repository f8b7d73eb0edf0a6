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
	timerExpiry: (*Engine).expire, timerRetention: (*Engine).endRetention, timerTimeout: (*Engine).timeOut,
	timerStep: (*Engine).proceed, timerUnresponsive: (*Engine).lose,
}

// atJob sets a timer of a job. The timer has the job's id only, so that it does not keep the input in memory.
func (e *Engine) atJob(j *job, moment time.Time, kind string) (cancel func()) {
	return e.clock.At(moment, clock.Timer{Kind: kind, ID: j.ID})
}

// atRun sets a timer of the run in progress, in the place of one before. onExit cancels it.
func (e *Engine) atRun(j *job, moment time.Time, kind string, cancel *func()) {
	if *cancel != nil {
		(*cancel)()
	}
	*cancel = e.atJob(j, moment, kind)
}

// Fire carries out a timer of the engine. By now, what it is about may be gone.
func (e *Engine) Fire(t clock.Timer, at time.Time) {
	switch t.Kind {
	case timerWebhook:
		e.tryWebhook(e.webhooks[t.Number], at)
	case timerWake:
		if q, ok := e.queues[t.ID]; ok && q.WakesAt.Equal(at) {
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
