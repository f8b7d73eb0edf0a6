package engine

import (
	"container/list"
	"time"
)

// queue is what an endpoint does: its jobs, its workers, its counters.
type queue struct {
	endpointID string

	// all are the jobs that can still be read, in the order of their submission.
	all *list.List
	// waiting are those IN_QUEUE, the one that waits longest first; those of low priority apart, since the scaler does
	// not see them. Workers take whichever waits longest.
	waiting, waitingLow *list.List
	enqueued            uint64 // how often a job was put into the queue

	inProgress, inProgressScaling int // the second without those of low priority
	completed, failed, retried    int

	workers   []*worker // in the order of their start
	throttled int       // workers that are wanted and find no machine
	scaledAt  time.Time // when the scaler by delay last started one
	wakesAt   time.Time // when the scaler looks again; zero is not by itself
	paused    bool
	// unpausesAt is when the queue learns that it is not paused any more.
	unpausesAt time.Time
}

// entry is a job in the queue. Its number tells which of the two lists it is earlier in.
type entry struct {
	job    *job
	number uint64
}

// queue is the queue of an endpoint, which every endpoint has.
func (e *Engine) queue(endpointID string) *queue {
	q, ok := e.queues[endpointID]
	if !ok {
		q = &queue{endpointID: endpointID, all: list.New(), waiting: list.New(), waitingLow: list.New()}
		e.queues[endpointID] = q
	}
	return q
}

func (q *queue) inQueue() int { return q.waiting.Len() + q.waitingLow.Len() }

func (q *queue) list(j *job) *list.List {
	if j.LowPriority {
		return q.waitingLow
	}
	return q.waiting
}

func (q *queue) enqueue(j *job) {
	q.enqueued++
	j.waiting = q.list(j).PushBack(entry{j, q.enqueued})
}

func (q *queue) dequeue(j *job) {
	if j.waiting != nil {
		q.list(j).Remove(j.waiting)
		j.waiting = nil
	}
}

// next is the job that waits longest; nil if none waits.
func (q *queue) next() *job {
	first, ok := front(q.waiting)
	low, lowToo := front(q.waitingLow)
	switch {
	case ok && lowToo && low.number < first.number:
		return low.job
	case ok:
		return first.job
	default:
		return low.job
	}
}

func front(l *list.List) (entry, bool) {
	if l.Len() == 0 {
		return entry{}, false
	}
	first, ok := l.Front().Value.(entry)
	return first, ok
}

// unlist drops the job from the list of what can be read.
func (q *queue) unlist(j *job) {
	if j.listed != nil {
		q.all.Remove(j.listed)
		j.listed = nil
	}
}

// jobs yields them, the newest first.
func (q *queue) jobs(yield func(*job) bool) {
	for element := q.all.Back(); element != nil; element = element.Prev() {
		if j, ok := element.Value.(*job); ok && !yield(j) {
			return
		}
	}
}

// drop ends what an endpoint does when the endpoint is gone: its workers and its jobs go with it.
func (e *Engine) drop(q *queue, at time.Time) {
	for len(q.workers) > 0 {
		e.endWorker(q, q.workers[0], at)
	}
	for j := range q.jobs {
		e.onExit(q, j, at)
		j.status = deleted
		delete(e.jobs, j.id)
		e.dirty = append(e.dirty, j)
	}
	q.all.Init()
	delete(e.queues, q.endpointID)
	e.notifyWaiters()
}
