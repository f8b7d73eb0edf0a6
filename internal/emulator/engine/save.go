package engine

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// Saved is all of an engine but its timers, which its clock has, and its waiters, whose clients will be gone. It shares
// nothing that changes.
type Saved struct {
	Queues      []savedQueue
	Jobs        []savedJob // in the order of their submission
	Webhooks    []Webhook
	Submissions uint64
	Runs        uint64
	Calls       uint64
}

type savedQueue struct {
	EndpointID                    string
	Enqueued                      uint64
	Completed, Failed, Retried    int
	Throttled                     int
	ScaledAt, WakesAt, UnpausesAt time.Time
	Paused                        bool
	Workers                       []savedWorker
}

type savedWorker struct {
	ID               string
	Version          int
	Image            string
	Env              map[string]string
	Ready, Unhealthy bool
	IdleSince        time.Time
	JobID            string // empty without one
}

type savedJob struct {
	Submission

	ID, EndpointID                                        string
	Number, EnqueuedAs, Run                               uint64
	Status                                                Status
	Submitted, Queued, PickedUp, Ended, Expires, Readable time.Time
	Retention                                             time.Duration
	Retries, Attempts                                     int
	WorkerID, Failure                                     string
	Output                                                json.RawMessage `json:",omitempty"`
	Chunks                                                []json.RawMessage
	Delivered                                             int // of the chunks
}

// Save returns the engine as Restore takes it. No work may be left to take.
func (e *Engine) Save() Saved {
	s := Saved{Submissions: e.submissions, Runs: e.runs, Calls: e.calls}
	for _, id := range slices.Sorted(maps.Keys(e.queues)) {
		s.Queues = append(s.Queues, e.queues[id].saved())
	}
	for _, j := range e.inOrder() {
		s.Jobs = append(s.Jobs, j.saved())
	}
	for _, number := range slices.Sorted(maps.Keys(e.webhooks)) {
		s.Webhooks = append(s.Webhooks, *e.webhooks[number])
	}
	return s
}

func (q *queue) saved() savedQueue {
	s := savedQueue{
		EndpointID: q.endpointID, Enqueued: q.enqueued, Completed: q.completed, Failed: q.failed, Retried: q.retried,
		Throttled: q.throttled, ScaledAt: q.scaledAt, WakesAt: q.wakesAt, UnpausesAt: q.unpausesAt, Paused: q.paused,
	}
	for _, w := range q.workers {
		worker := savedWorker{w.id, w.version, w.image, w.env, w.ready, w.unhealthy, w.idleSince, ""}
		if w.job != nil {
			worker.JobID = w.job.id
		}
		s.Workers = append(s.Workers, worker)
	}
	return s
}

func (j *job) saved() savedJob {
	s := savedJob{
		Submission: j.Submission, ID: j.id, EndpointID: j.endpointID, Number: j.number, EnqueuedAs: j.enqueuedAs, Run: j.run,
		Status: j.status, Submitted: j.submitted, Queued: j.queued, PickedUp: j.pickedUp, Ended: j.ended,
		Expires: j.expires, Readable: j.readable, Retention: j.retention, Retries: j.retries, Attempts: j.attempts,
		WorkerID: j.workerID, Failure: j.failure, Output: j.output, Chunks: j.chunks.all(),
	}
	if j.chunks != nil {
		s.Delivered = j.chunks.next
	}
	return s
}

// Restore makes a new engine one that was saved. Its caller then sets the timers, with Attach, and calls Interrupt.
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
		q.enqueued, q.completed, q.failed, q.retried = of.Enqueued, of.Completed, of.Failed, of.Retried
		q.throttled, q.scaledAt, q.wakesAt = of.Throttled, of.ScaledAt, of.WakesAt
		q.unpausesAt, q.paused = of.UnpausesAt, of.Paused
		for _, w := range of.Workers {
			q.workers = append(q.workers, &worker{
				id: w.ID, version: w.Version, image: w.Image, env: w.Env, ready: w.Ready, unhealthy: w.Unhealthy,
				idleSince: w.IdleSince,
			})
		}
	}
	var waiting []*job
	for _, of := range s.Jobs {
		j := of.job()
		q := e.queue(j.endpointID)
		e.jobs[j.id], j.listed = j, q.all.PushBack(j)
		switch j.status {
		case InQueue:
			waiting = append(waiting, j)
		case InProgress:
			q.countInProgress(j, 1)
		case Completed, Failed, TimedOut, Cancelled, deleted:
		}
	}
	slices.SortFunc(waiting, func(a, b *job) int { return cmp.Compare(a.enqueuedAs, b.enqueuedAs) })
	for _, j := range waiting {
		q := e.queues[j.endpointID]
		j.waiting = q.list(j).PushBack(j)
	}
	for _, of := range s.Queues {
		for i, w := range of.Workers {
			if j := e.jobs[w.JobID]; j != nil {
				j.worker = e.queues[of.EndpointID].workers[i]
				j.worker.job = j
			}
		}
	}
}

func (s savedJob) job() *job {
	j := &job{
		Submission: s.Submission, id: s.ID, endpointID: s.EndpointID, number: s.Number, enqueuedAs: s.EnqueuedAs, run: s.Run,
		status: s.Status, submitted: s.Submitted, queued: s.Queued, pickedUp: s.PickedUp, ended: s.Ended,
		expires: s.Expires, readable: s.Readable, retention: s.Retention, retries: s.Retries, attempts: s.Attempts,
		workerID: s.WorkerID, failure: s.Failure, output: s.Output, cancelExpiry: func() {},
	}
	if len(s.Chunks) > 0 {
		j.chunks = &chunks{outputs: s.Chunks, next: s.Delivered}
	}
	return j
}

// Attach gives the engine the cancel function of a timer that was set again.
func (e *Engine) Attach(t clock.Timer, cancel func()) {
	switch j := e.jobs[t.ID]; {
	case j == nil:
	case t.Kind == timerExpiry:
		j.cancelExpiry = cancel
	case t.Kind == timerTimeout && t.Number == j.run:
		j.cancelTimeout = cancel
	}
}

// Interrupt has all workers with a job die: what they did was lost with the process that they ran in.
func (e *Engine) Interrupt(at time.Time) {
	for _, id := range slices.Sorted(maps.Keys(e.queues)) {
		q := e.queues[id]
		running := slices.DeleteFunc(slices.Clone(q.workers), func(w *worker) bool { return w.job == nil })
		for _, w := range running {
			e.killWorker(q, w, at)
		}
		if len(running) > 0 {
			e.reconcile(q, at)
		}
	}
}
