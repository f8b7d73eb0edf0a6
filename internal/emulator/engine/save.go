package engine

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Saved is all of an engine but its timers, which its clock has, and its waiters, whose clients will be gone. It shares
// nothing that changes.
type Saved struct {
	Queues      []savedQueue
	Jobs        []Job // in the order of their submission
	Webhooks    []Webhook
	Submissions uint64
	Runs        uint64
	Calls       uint64
}

type savedQueue struct {
	queueRecord

	Workers []worker
}

// Save returns the engine as Restore takes it. No work may be left to take.
func (e *Engine) Save() Saved {
	s := Saved{Submissions: e.submissions, Runs: e.runs, Calls: e.calls}
	for _, id := range slices.Sorted(maps.Keys(e.queues)) {
		s.Queues = append(s.Queues, e.queues[id].saved())
	}
	for _, j := range e.inOrder() {
		s.Jobs = append(s.Jobs, j.Job)
	}
	for _, number := range slices.Sorted(maps.Keys(e.webhooks)) {
		s.Webhooks = append(s.Webhooks, *e.webhooks[number])
	}
	return s
}

func (q *queue) saved() savedQueue {
	s := savedQueue{queueRecord: q.queueRecord}
	for _, w := range q.workers {
		s.Workers = append(s.Workers, *w)
	}
	return s
}

// Restore makes a new engine one that was saved. Its caller then calls Interrupt.
func (e *Engine) Restore(s Saved) {
	e.submissions, e.runs, e.calls = s.Submissions, s.Runs, s.Calls
	for _, w := range s.Webhooks {
		e.webhooks[w.Number] = &w
		if w.UnderWay { // Whether that call arrived is not known.
			e.work.Webhooks = append(e.work.Webhooks, &w)
		}
	}
	for _, of := range s.Queues {
		q := e.queue(of.EndpointID)
		q.queueRecord = of.queueRecord
		for _, w := range of.Workers {
			q.workers = append(q.workers, &w)
		}
	}
	var waiting []*job
	for _, of := range s.Jobs {
		j := &job{Job: of}
		q := e.queue(j.EndpointID)
		e.jobs[j.ID], j.listed = j, q.all.PushBack(j)
		switch j.Status {
		case InQueue:
			waiting = append(waiting, j)
		case InProgress:
			q.countInProgress(j, 1)
		case Completed, Failed, TimedOut, Cancelled, deleted:
		}
	}
	slices.SortFunc(waiting, func(a, b *job) int { return cmp.Compare(a.EnqueuedAs, b.EnqueuedAs) })
	for _, j := range waiting {
		q := e.queues[j.EndpointID]
		j.waiting = q.list(j).PushBack(j)
	}
	for _, q := range e.queues {
		for _, w := range q.workers {
			if j := e.jobs[w.JobID]; j != nil {
				j.worker = w
			}
		}
	}
}

// Interrupt has all workers with a job die: what they did was lost with the process that they ran in.
func (e *Engine) Interrupt(at time.Time) {
	for _, id := range slices.Sorted(maps.Keys(e.queues)) {
		q := e.queues[id]
		running := slices.DeleteFunc(slices.Clone(q.workers), func(w *worker) bool { return w.JobID == "" })
		for _, w := range running {
			e.killWorker(q, w, at)
		}
		if len(running) > 0 {
			e.reconcile(q, at)
		}
	}
}
