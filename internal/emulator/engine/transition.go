package engine

import (
	"slices"
	"time"
)

// transition moves a job by an event, by onExit of its state and onEnter of the next. It reports whether its state has
// the event. The caller reconciles the queue.
func (e *Engine) transition(q *queue, j *job, event *event, at time.Time) bool {
	if !slices.Contains(event.from, j.Status) {
		return false
	}
	e.onExit(q, j, at)
	e.onEnter(q, j, event.to, at)
	e.observeTransition(j, event, at)
	return true
}

// workerDied queues the job of a worker that died again, the first time only.
func (e *Engine) workerDied(q *queue, j *job, at time.Time) {
	e.observe(j, at, EventDied, "")
	j.Retries++
	if j.Retries > 1 {
		j.Failure = "job timed out after 1 retries"
		e.transition(q, j, workerDiedAgain, at)
		return
	}
	e.transition(q, j, workerDied, at)
}

// onExit undoes the effects of onEnter for the state that a job is in.
func (e *Engine) onExit(q *queue, j *job, at time.Time) {
	switch j.Status {
	case InQueue:
		q.dequeue(j)
	case InProgress:
		q.countInProgress(j, -1)
		e.work.Ended = append(e.work.Ended, j.Run)
		j.Run, j.execution = 0, nil
		j.cancel(e.clock, timerTimeout, timerStep, timerUnresponsive)
		if j.worker != nil {
			j.worker.JobID, j.worker.IdleSince = "", at
			j.worker = nil
		}
	case Completed, Failed, TimedOut, Cancelled, deleted: // What they count stays counted.
		j.cancel(e.clock, timerRetention)
	}
}

// onEnter puts a job into a state.
func (e *Engine) onEnter(q *queue, j *job, to Status, at time.Time) {
	j.Status = to
	e.dirty = append(e.dirty, j)
	switch {
	case to == deleted:
		q.unlist(j)
		e.forget(j)
	case to == InQueue:
		// Nothing of the run before is kept but its number of retries.
		j.Queued, j.PickedUp, j.Ended = at, time.Time{}, time.Time{}
		j.Output, j.Failure, j.WorkerID = nil, "", ""
		j.Chunks, j.Delivered, j.inFlight = nil, 0, false
		q.enqueue(j)
	case to == InProgress:
		q.countInProgress(j, 1)
		j.PickedUp = at
		j.Attempt++
		e.runs++
		j.Run = e.runs
	case to.Final():
		e.end(q, j, at)
	}
}

// end does the work of onEnter for every final state.
func (e *Engine) end(q *queue, j *job, at time.Time) {
	j.Ended = at
	switch j.Status {
	case Completed:
		q.Completed++
	case Failed, TimedOut:
		q.Failed++
	case InQueue, InProgress, Cancelled, deleted: // The queue's health counts neither.
	}
	e.clock.Move(at.Add(j.Retention), j.timer(timerRetention))
	e.callWebhook(j, at)
}
