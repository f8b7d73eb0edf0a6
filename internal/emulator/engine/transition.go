package engine

import "time"

// transition moves a job along the table of transitions, by onExit of its state and onEnter of the next. It reports
// whether the table has the event. The caller reconciles the queue.
func (e *Engine) transition(q *queue, j *job, event event, at time.Time) bool {
	to, ok := transitions[j.status][event]
	if !ok {
		return false
	}
	e.onExit(q, j, at)
	e.onEnter(q, j, to, at)
	e.observeTransition(j, event, at)
	return true
}

// workerDied queues the job of a worker that died again, the first time only.
func (e *Engine) workerDied(q *queue, j *job, at time.Time) {
	e.observe(j, at, EventDied, "")
	j.retries++
	if j.retries > 1 {
		j.failure = "job timed out after 1 retries"
		e.transition(q, j, workerDiedAgain, at)
		return
	}
	e.transition(q, j, workerDied, at)
}

// onExit undoes the effects of onEnter for the state that a job is in.
func (e *Engine) onExit(q *queue, j *job, at time.Time) {
	switch j.status {
	case InQueue:
		q.dequeue(j)
	case InProgress:
		q.countInProgress(j, -1)
		if j.called {
			e.work.Cancelled = append(e.work.Cancelled, j.run)
			j.called = false
		}
		j.run, j.execution = 0, nil
		if j.cancelTimeout != nil { // There is none if the job was over before the worker could begin.
			j.cancelTimeout()
			j.cancelTimeout = nil
		}
		if j.worker != nil {
			j.worker.job, j.worker.idleSince = nil, at
			j.worker = nil
		}
	case Completed, Failed, TimedOut, Cancelled, deleted: // What they count stays counted.
	}
}

// onEnter puts a job into a state.
func (e *Engine) onEnter(q *queue, j *job, to Status, at time.Time) {
	j.status = to
	e.dirty = append(e.dirty, j)
	switch {
	case to == deleted:
		q.unlist(j)
		e.forget(j)
	case to == InQueue:
		// Nothing of the run before is kept but its number of retries.
		j.queued, j.pickedUp, j.ended = at, time.Time{}, time.Time{}
		j.output, j.failure, j.workerID, j.chunks = nil, "", "", nil
		q.enqueue(j)
	case to == InProgress:
		q.countInProgress(j, 1)
		j.pickedUp = at
		j.attempts++
		e.runs++
		j.run = e.runs
	case to.Final():
		e.end(q, j, at)
	}
}

// end does the work of onEnter for every final state.
func (e *Engine) end(q *queue, j *job, at time.Time) {
	j.ended = at
	switch j.status {
	case Completed:
		q.completed++
	case Failed, TimedOut:
		q.failed++
	case InQueue, InProgress, Cancelled, deleted: // The queue's health counts neither.
	}
	e.atJob(j, at.Add(j.retention), timerRetention)
	e.callWebhook(j, at)
}

// endRetention deletes a job, unless it has ended again since.
func (e *Engine) endRetention(q *queue, j *job, at time.Time) {
	if j.ended.Add(j.retention).Equal(at) {
		e.transition(q, j, retentionIsOver, at)
	}
}
