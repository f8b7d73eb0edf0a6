package engine

import (
	"container/list"
	"time"
)

// queue is the jobs, workers and counters of an endpoint.
type queue struct {
	queueRecord

	// all are the jobs that can still be read, in the order of submission.
	all *list.List
	// waiting are those IN_QUEUE, the one that waits longest first; waitingLow those of low priority, which the scaler
	// does not count. Workers take whichever waits longest.
	waiting, waitingLow *list.List

	inProgress, inProgressScaling int // the second without those of low priority

	workers []*worker // in the order of their start
}

// queueRecord is the part of a queue that can be saved as it is.
type queueRecord struct {
	EndpointID                 string
	Enqueued                   uint64 // since the queue was made; numbers the jobs of both lists
	Completed, Failed, Retried int

	Throttled int       // wanted workers for which there is no machine
	ScaledAt  time.Time // when QUEUE_DELAY last started one
	Paused    bool
	// UnpausesAt is when the queue ends its pause after the endpoint was unpaused.
	UnpausesAt time.Time
}

// queue returns the queue of an endpoint. The first call makes it.
func (e *Engine) queue(endpointID string) *queue {
	q, ok := e.queues[endpointID]
	if !ok {
		q = &queue{all: list.New(), waiting: list.New(), waitingLow: list.New()}
		q.EndpointID = endpointID
		e.queues[endpointID] = q
	}
	return q
}

func (q *queue) inQueue() int { return q.waiting.Len() + q.waitingLow.Len() }

func (q *queue) countInProgress(j *job, more int) {
	q.inProgress += more
	if !j.LowPriority {
		q.inProgressScaling += more
	}
}

func (q *queue) list(j *job) *list.List {
	if j.LowPriority {
		return q.waitingLow
	}
	return q.waiting
}

func (q *queue) enqueue(j *job) {
	q.Enqueued++
	j.EnqueuedAs = q.Enqueued
	j.waiting = q.list(j).PushBack(j)
}

func (q *queue) dequeue(j *job) {
	if j.waiting != nil {
		q.list(j).Remove(j.waiting)
		j.waiting = nil
	}
}

// next returns the job that waits longest; nil if none waits.
func (q *queue) next() *job {
	first, low := front(q.waiting), front(q.waitingLow)
	if first == nil || low != nil && low.EnqueuedAs < first.EnqueuedAs {
		return low
	}
	return first
}

// front returns the first job of a list; nil if it is empty.
func front(l *list.List) *job {
	if l.Len() == 0 {
		return nil
	}
	first, _ := l.Front().Value.(*job)
	return first
}

// unlist removes the job from those that can be read.
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

// drop deletes the queue of an endpoint that does not exist any more, with its workers and jobs.
func (e *Engine) drop(q *queue, at time.Time) {
	for len(q.workers) > 0 {
		e.endWorker(q, q.workers[0], at)
	}
	for j := range q.jobs {
		e.onExit(q, j, at)
		j.Status = deleted
		e.forget(j)
		e.dirty = append(e.dirty, j)
		e.observe(j, at, EventDeleted, "its endpoint was deleted")
	}
	q.all.Init()
	delete(e.queues, q.EndpointID)
	e.notifyWaiters()
}
