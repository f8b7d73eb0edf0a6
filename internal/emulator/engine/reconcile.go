package engine

import (
	"math"
	"slices"
	"time"
)

// reconcile brings workers and queue together after anything that concerns them: workers that are not wanted any more
// end, those that are wanted start, those that are free take what waits, and who waits for a job is told. Every way into
// the engine ends here, and nothing in here comes back to it.
func (e *Engine) reconcile(q *queue, at time.Time) {
	settings, ok := e.account.Endpoint(q.endpointID)
	if !ok {
		e.drop(q, at)
		return
	}
	e.notePause(q, settings, at)
	for again := true; again; {
		e.retire(q, settings, at)
		started := e.start(q, settings, at)
		again = e.dispatch(q, settings, at) || started
	}
	e.setWake(q, settings, at)
	e.notifyWaiters()
}

// notePause sees an endpoint being paused and unpaused. The queue learns of the second late (Config.UnpauseLag).
func (e *Engine) notePause(q *queue, settings Endpoint, at time.Time) {
	if settings.WorkersMax > 0 && q.paused {
		q.unpausesAt = at.Add(e.config.UnpauseLag)
	}
	q.paused = settings.WorkersMax == 0
}

// mayWork reports whether the endpoint may have workers, as far as the queue knows.
func (q *queue) mayWork(at time.Time) bool { return !q.paused && !at.Before(q.unpausesAt) }

// retire ends the workers that have nothing to do and are not wanted: those of an old version, those of a paused
// endpoint, those over the maximum, and those that were idle for too long. Busy ones finish first.
func (e *Engine) retire(q *queue, settings Endpoint, at time.Time) {
	e.endFree(q, at, func(w *worker) bool { return w.version != settings.Version || !q.mayWork(at) })
	surplus, spare := len(q.workers)-settings.WorkersMax, q.current(settings)-settings.WorkersMin
	e.endFree(q, at, func(w *worker) bool {
		idleExpired := w.state() == workerIdle && spare > 0 && !at.Before(w.idleSince.Add(settings.IdleTimeout))
		if surplus <= 0 && !idleExpired {
			return false
		}
		surplus--
		spare--
		return true
	})
}

// endFree ends workers without a job, the ones that came last first.
func (e *Engine) endFree(q *queue, at time.Time, which func(*worker) bool) {
	for _, w := range slices.Backward(slices.Clone(q.workers)) {
		if w.job == nil && which(w) {
			e.endWorker(q, w, at)
		}
	}
}

// start starts the workers that are wanted, and reports whether it did.
func (e *Engine) start(q *queue, settings Endpoint, at time.Time) bool {
	before := len(q.workers)
	q.throttled = min(q.throttled, q.stillWanted(settings))
	if !q.mayWork(at) {
		return false
	}
	wanted := min(max(before+settings.WorkersMin-q.current(settings), q.wanted(settings, at)), settings.WorkersMax)
	for len(q.workers) < wanted {
		if !e.startWorker(q, at) {
			q.throttled = wanted - len(q.workers)
			return len(q.workers) > before
		}
		q.throttled = 0
	}
	return len(q.workers) > before
}

// stillWanted bounds how many workers may have been wanted before and still be: the scaler by delay wanted one for a job
// that waits, and says so once. All others are counted anew each time.
func (q *queue) stillWanted(settings Endpoint) int {
	missing := max(0, settings.WorkersMin-q.current(settings))
	if settings.ScaleByRequests || q.waiting.Len() == 0 || len(q.workers) >= settings.WorkersMax {
		return missing
	}
	return max(1, missing)
}

// wanted is how many workers the scaler would like. Jobs of low priority do not count (contract 3.4).
func (q *queue) wanted(settings Endpoint, at time.Time) int {
	if settings.ScaleByRequests {
		jobs, each := q.waiting.Len()+q.inProgressScaling, max(1, settings.ScalerValue)
		return jobs/each + min(1, jobs%each) // rounded up, however large the value is
	}
	if due, ok := q.delayIsUp(settings); ok && !at.Before(due) && len(q.workers) < settings.WorkersMax {
		q.scaledAt = at
		return len(q.workers) + 1
	}
	return len(q.workers)
}

// delayIsUp is when the job that waits longest has waited long enough for one more worker. After that worker the wait
// begins anew: one at a time.
func (q *queue) delayIsUp(settings Endpoint) (time.Time, bool) {
	oldest, ok := front(q.waiting)
	if !ok {
		return time.Time{}, false
	}
	since := oldest.job.queued
	if q.scaledAt.After(since) {
		since = q.scaledAt
	}
	return since.Add(Saturated(settings.ScalerValue, time.Second)), true
}

// setWake has the scaler look again when only time has passed. A timer that is set for earlier will do: it finds nothing
// to do and sets the next.
func (e *Engine) setWake(q *queue, settings Endpoint, at time.Time) {
	var next time.Time
	sooner := func(moment time.Time) {
		if moment.After(at) && (next.IsZero() || moment.Before(next)) {
			next = moment
		}
	}
	sooner(q.unpausesAt)
	if due, ok := q.delayIsUp(settings); ok && !settings.ScaleByRequests && len(q.workers) < settings.WorkersMax {
		sooner(due)
	}
	if q.current(settings) > settings.WorkersMin {
		for _, w := range q.workers {
			if w.state() == workerIdle {
				sooner(w.idleSince.Add(settings.IdleTimeout))
			}
		}
	}
	if next.IsZero() || q.wakesAt.After(at) && !q.wakesAt.After(next) {
		return
	}
	q.wakesAt = next
	e.timers.At(next, func(at time.Time) {
		if e.queues[q.endpointID] == q && q.wakesAt.Equal(at) {
			e.reconcile(q, at)
		}
	})
}

// dispatch gives what waits to the workers that are free, and reports whether it did.
func (e *Engine) dispatch(q *queue, settings Endpoint, at time.Time) bool {
	dispatched := false
	for {
		j, w := q.next(), q.free()
		if j == nil || w == nil {
			return dispatched
		}
		dispatched = true
		e.execute(q, settings, j, w, at)
	}
}

// Saturated is a duration of so many units, none if there are fewer. What would be longer than there are durations is
// the longest: to the service it is a number like others.
func Saturated(count int, unit time.Duration) time.Duration {
	return time.Duration(min(max(0, int64(count)), math.MaxInt64/int64(unit))) * unit
}
