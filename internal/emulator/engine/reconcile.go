package engine

import (
	"math"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// reconcile ends the workers that are not wanted any more, starts those that are, assigns jobs to free workers, and
// notifies the waiters of jobs that changed. It calls none of the engine's entry points.
func (e *Engine) reconcile(q *queue, at time.Time) {
	settings, err := e.account.Endpoints.Find(q.EndpointID)
	if err != nil {
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

// notePause records whether the endpoint is paused. An end of the pause has effect later (Config.UnpauseLag).
func (e *Engine) notePause(q *queue, settings account.Endpoint, at time.Time) {
	if settings.WorkersMax > 0 && q.Paused {
		q.UnpausesAt = at.Add(e.config.UnpauseLag)
	}
	q.Paused = settings.WorkersMax == 0
}

// mayWork reports whether the endpoint may have workers.
func (q *queue) mayWork(at time.Time) bool { return !q.Paused && !at.Before(q.UnpausesAt) }

// retire ends the workers without a job that are not wanted: those of an old version, of a paused endpoint, over the
// maximum, and those whose idle timeout is over. Busy ones finish their job first.
func (e *Engine) retire(q *queue, settings account.Endpoint, at time.Time) {
	e.endFree(q, at, func(w *worker) bool { return w.Version != settings.Version || !q.mayWork(at) })
	surplus, spare := len(q.workers)-settings.WorkersMax, q.current(settings)-settings.WorkersMin
	e.endFree(q, at, func(w *worker) bool {
		idleExpired := w.state() == workerIdle && spare > 0 && !at.Before(w.idleEnds(settings))
		if surplus <= 0 && !idleExpired {
			return false
		}
		surplus--
		spare--
		return true
	})
}

// endFree ends workers without a job, the newest first.
func (e *Engine) endFree(q *queue, at time.Time, which func(*worker) bool) {
	for i := len(q.workers) - 1; i >= 0; i-- { // What ends here moves those that were looked at already.
		if w := q.workers[i]; w.JobID == "" && which(w) {
			e.endWorker(q, w, at)
		}
	}
}

// start starts the workers that the scaler wants, and reports whether it started any.
func (e *Engine) start(q *queue, settings account.Endpoint, at time.Time) bool {
	before := len(q.workers)
	q.Throttled = min(q.Throttled, q.stillWanted(settings))
	if !q.mayWork(at) {
		return false
	}
	wanted := min(max(before+settings.WorkersMin-q.current(settings), q.wanted(settings, at)), settings.WorkersMax)
	for len(q.workers) < wanted {
		if !e.startWorker(q, at) {
			q.Throttled = wanted - len(q.workers)
			return len(q.workers) > before
		}
		q.Throttled = 0
	}
	return len(q.workers) > before
}

// stillWanted bounds how many of the throttled workers the endpoint still wants. QUEUE_DELAY asks once for a worker for
// a job that waits, so that worker counts while any job waits. The scaler counts all other workers again each time.
func (q *queue) stillWanted(settings account.Endpoint) int {
	missing := max(0, settings.WorkersMin-q.current(settings))
	if settings.ScalesByRequests() || q.waiting.Len() == 0 || len(q.workers) >= settings.WorkersMax {
		return missing
	}
	return max(1, missing)
}

// wanted returns the number of workers that the scaler asks for. Jobs of low priority do not count (contract 3.4).
func (q *queue) wanted(settings account.Endpoint, at time.Time) int {
	if settings.ScalesByRequests() {
		jobs, each := q.waiting.Len()+q.inProgressScaling, max(1, settings.ScalerValue)
		return jobs/each + min(1, jobs%each) // rounded up, however large the value is
	}
	if due, ok := q.delayIsUp(settings); ok && !at.Before(due) && len(q.workers) < settings.WorkersMax {
		q.ScaledAt = at
		return len(q.workers) + 1
	}
	return len(q.workers)
}

// delayIsUp returns the time at which the job that waits longest has waited long enough for one more worker; false if
// no job waits. Each new worker restarts the wait, so that workers start one at a time.
func (q *queue) delayIsUp(settings account.Endpoint) (time.Time, bool) {
	oldest := front(q.waiting)
	if oldest == nil {
		return time.Time{}, false
	}
	since := oldest.Queued
	if q.ScaledAt.After(since) {
		since = q.ScaledAt
	}
	return since.Add(saturated(settings.ScalerValue, time.Second)), true
}

// setWake sets a timer for the next moment at which time alone changes the number of wanted workers.
func (e *Engine) setWake(q *queue, settings account.Endpoint, at time.Time) {
	var next time.Time
	sooner := func(moment time.Time) {
		if moment.After(at) && (next.IsZero() || moment.Before(next)) {
			next = moment
		}
	}
	sooner(q.UnpausesAt)
	if due, ok := q.delayIsUp(settings); ok && !settings.ScalesByRequests() && len(q.workers) < settings.WorkersMax {
		sooner(due)
	}
	if ends, ok := q.idleEnds(settings, at); ok {
		sooner(ends)
	}
	wake := clock.Timer{Kind: timerWake, ID: q.EndpointID}
	if next.IsZero() {
		e.clock.Drop(wake)
		return
	}
	e.clock.Move(next, wake)
}

// idleEnds returns the next moment at which the idle timeout ends a worker; false if it ends none.
func (q *queue) idleEnds(settings account.Endpoint, at time.Time) (next time.Time, ok bool) {
	for _, w := range q.workers {
		ends := w.idleEnds(settings)
		if w.state() == workerIdle && ends.After(at) && (next.IsZero() || ends.Before(next)) {
			next = ends
		}
	}
	return next, !next.IsZero() && q.current(settings) > settings.WorkersMin
}

// dispatch assigns jobs to free workers, and reports whether it assigned any.
func (e *Engine) dispatch(q *queue, settings account.Endpoint, at time.Time) bool {
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

// saturated returns a duration of so many units: 0 for a negative count, and the maximum duration for a count that
// overflows. The service accepts any integer.
func saturated(count int, unit time.Duration) time.Duration {
	return time.Duration(min(max(0, int64(count)), math.MaxInt64/int64(unit))) * unit
}
