package emulator

import (
	"maps"
	"math"
	"slices"
	"time"
)

// settle brings workers and queue together after anything that concerns them: workers that have no place any more end,
// those that are wanted start, those that are free take what waits, and whoever waits for a job is told. Every way into
// the engine ends here, and nothing in here comes back to it.
func (s *Server) settle(q *queue, at time.Time) {
	e, err := s.endpoints.find(q.endpointID)
	if err != nil {
		s.dropQueue(q, at)
		return
	}
	s.notePause(q, e, at)
	for again := true; again; {
		s.retire(q, e, at)
		started := s.start(q, e, at)
		again = s.dispatch(q, e, at) || started
	}
	s.setAlarm(q, e, at)
	s.tellHolds()
}

// settleAll is for what goes behind the API's back, where anything may have changed.
func (s *Server) settleAll(at time.Time) {
	for _, e := range s.endpoints.all(func(endpoint) bool { return true }) {
		s.queueOf(e.ID)
	}
	for _, id := range slices.Sorted(maps.Keys(s.queues)) {
		q := s.queues[id]
		for _, w := range slices.Clone(q.workers) {
			if _, err := s.pods.find(w.id); err != nil {
				s.killWorker(q, w, at)
			}
		}
		s.settle(q, at)
	}
}

// notePause sees an endpoint being paused and unpaused. The queue gets to know of the second late
// (Options.UnpauseLag).
func (s *Server) notePause(q *queue, e endpoint, at time.Time) {
	if e.WorkersMax > 0 && q.paused {
		q.unpausesAt = at.Add(s.options.UnpauseLag)
	}
	q.paused = e.WorkersMax == 0
}

// mayWork tells whether the endpoint may have workers, as far as the queue knows.
func (q *queue) mayWork(at time.Time) bool { return !q.paused && !at.Before(q.unpausesAt) }

// retire ends the workers that have nothing to do and no place: those of an old version, those of a paused endpoint,
// those over the maximum, and those that were idle for too long. Busy ones finish first.
func (s *Server) retire(q *queue, e endpoint, at time.Time) {
	s.endFree(q, at, func(w *worker) bool { return w.version != e.Version || !q.mayWork(at) })
	surplus, spare := len(q.workers)-e.WorkersMax, q.current(e)-e.WorkersMin
	s.endFree(q, at, func(w *worker) bool {
		bored := w.state() == workerIdle && spare > 0 && !at.Before(w.idleSince.Add(e.idleTimeout()))
		if surplus <= 0 && !bored {
			return false
		}
		surplus--
		spare--
		return true
	})
}

// endFree ends workers without a job, the ones that came last first.
func (s *Server) endFree(q *queue, at time.Time, which func(*worker) bool) {
	for _, w := range slices.Backward(slices.Clone(q.workers)) {
		if w.job == nil && which(w) {
			s.endWorker(q, w, at)
		}
	}
}

func (e endpoint) idleTimeout() time.Duration { return saturated(e.IdleTimeout, time.Second) }

// saturated is a duration of so many units. What would be longer than there are durations is the longest: to the
// service it is a number like others.
func saturated(count int, unit time.Duration) time.Duration {
	return time.Duration(min(max(0, int64(count)), math.MaxInt64/int64(unit))) * unit
}

// current counts the workers of the endpoint's version.
func (q *queue) current(e endpoint) int {
	count := 0
	for _, w := range q.workers {
		if w.version == e.Version {
			count++
		}
	}
	return count
}

// start starts the workers that are wanted, and tells whether it did.
func (s *Server) start(q *queue, e endpoint, at time.Time) bool {
	before := len(q.workers)
	q.throttled = min(q.throttled, q.stillWanted(e))
	if !q.mayWork(at) {
		return false
	}
	wanted := min(max(before+e.WorkersMin-q.current(e), q.wanted(e, at)), e.WorkersMax)
	for len(q.workers) < wanted {
		if !s.startWorker(q, e, at) {
			q.throttled = wanted - len(q.workers)
			return len(q.workers) > before
		}
		q.throttled = 0
	}
	return len(q.workers) > before
}

// stillWanted bounds how many workers may have been wanted before and still be: the scaler by delay wanted one for a job
// that waits, and says so once. All others are counted anew each time.
func (q *queue) stillWanted(e endpoint) int {
	missing := max(0, e.WorkersMin-q.current(e))
	if e.ScalerType == scalerRequestCount || q.waiting.Len() == 0 || len(q.workers) >= e.WorkersMax {
		return missing
	}
	return max(1, missing)
}

// wanted is how many workers the scaler would like. Jobs of low priority do not count.
func (q *queue) wanted(e endpoint, at time.Time) int {
	if e.ScalerType == scalerRequestCount {
		jobs, each := q.waiting.Len()+q.inProgressScaling, max(1, e.ScalerValue)
		return jobs/each + min(1, jobs%each) // rounded up, however large the value is
	}
	if due, ok := q.delayIsUp(e); ok && !at.Before(due) && len(q.workers) < e.WorkersMax {
		q.scaledAt = at
		return len(q.workers) + 1
	}
	return len(q.workers)
}

const scalerRequestCount = "REQUEST_COUNT"

// delayIsUp is when the job that waits longest has waited long enough for one more worker. After that worker the wait
// begins anew: one at a time.
func (q *queue) delayIsUp(e endpoint) (time.Time, bool) {
	oldest, ok := front(q.waiting)
	if !ok {
		return time.Time{}, false
	}
	since := oldest.job.queued
	if q.scaledAt.After(since) {
		since = q.scaledAt
	}
	return since.Add(saturated(e.ScalerValue, time.Second)), true
}

// setAlarm has the scaler look again when only time has passed. An alarm that is set for earlier will do: it finds
// nothing to do and sets the next.
func (s *Server) setAlarm(q *queue, e endpoint, at time.Time) {
	var next time.Time
	sooner := func(moment time.Time) {
		if moment.After(at) && (next.IsZero() || moment.Before(next)) {
			next = moment
		}
	}
	sooner(q.unpausesAt)
	if due, ok := q.delayIsUp(e); ok && e.ScalerType != scalerRequestCount && len(q.workers) < e.WorkersMax {
		sooner(due)
	}
	if q.current(e) > e.WorkersMin {
		for _, w := range q.workers {
			if w.state() == workerIdle {
				sooner(w.idleSince.Add(e.idleTimeout()))
			}
		}
	}
	if next.IsZero() || q.alarmAt.After(at) && !q.alarmAt.After(next) {
		return
	}
	q.alarmAt = next
	s.clock.at(next, func(at time.Time) {
		if s.queues[q.endpointID] == q && q.alarmAt.Equal(at) {
			s.settle(q, at)
		}
	})
}

// dispatch gives what waits to the workers that are free, and tells whether it did.
func (s *Server) dispatch(q *queue, e endpoint, at time.Time) bool {
	picked := false
	for {
		j, w := q.next(), q.free()
		if j == nil || w == nil {
			return picked
		}
		picked = true
		s.pickUp(q, e, j, w, at)
	}
}

// free is the worker that takes the next job: of those that idle the one that started first, so that the others can
// idle out. None of them is of an old version: retire has ended those.
func (q *queue) free() *worker {
	for _, w := range q.workers {
		if w.state() == workerIdle {
			return w
		}
	}
	return nil
}
