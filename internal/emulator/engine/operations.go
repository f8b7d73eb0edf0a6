package engine

import "time"

// The operations that change jobs (contract 3.2).

// Submit queues a new job of an endpoint. Its id begins with the prefix, and its result is kept for the retention.
func (e *Engine) Submit(endpointID string, in Submission, prefix string, retention time.Duration, at time.Time) Job {
	q := e.queue(endpointID)
	j := e.newJob(q, in, retention, at)
	for j.ID == "" || e.jobs[j.ID] != nil {
		j.ID = prefix + e.account.NewJobID()
	}
	e.keep(q, j)
	e.onEnter(q, j, InQueue, at)
	e.observe(j, at, EventSubmitted, "")
	e.reconcile(q, at)
	return j.Job
}

func (e *Engine) newJob(q *queue, in Submission, retention time.Duration, at time.Time) *job {
	e.submissions++
	return &job{Job: Job{
		State: State{
			EndpointID: q.EndpointID, Input: in.Input, Webhook: in.Webhook, LowPriority: in.LowPriority,
			Submitted: at, Expires: at.Add(in.TTL),
		},
		S3Config: in.S3Config, ExecutionTimeout: in.ExecutionTimeout, Number: e.submissions, Retention: retention,
		Queued: at, Readable: at.Add(e.config.SubmissionLag),
	}}
}

// keep stores the job until its ttl is over.
func (e *Engine) keep(q *queue, j *job) {
	e.jobs[j.ID] = j
	j.listed = q.all.PushBack(j)
	e.clock.Move(j.Expires, j.timer(timerExpiry))
}

// forget removes a job from memory, with its timer.
func (e *Engine) forget(j *job) {
	delete(e.jobs, j.ID)
	j.cancel(e.clock, timerExpiry)
}

// Cancel cancels a job unless it is final, and returns the job after that.
func (e *Engine) Cancel(id string, at time.Time) Job {
	j := e.jobs[id]
	q := e.queues[j.EndpointID]
	e.transition(q, j, cancelled, at)
	snapshot := j.Job
	e.reconcile(q, at)
	return snapshot
}

// Retry queues a job again, and returns it as it was queued; false if its state does not allow that.
func (e *Engine) Retry(id string, at time.Time) (Job, bool) {
	j := e.jobs[id]
	q := e.queues[j.EndpointID]
	if !e.transition(q, j, retried, at) {
		return j.Job, false
	}
	q.Retried++
	snapshot := j.Job
	e.reconcile(q, at)
	return snapshot, true
}

// Purge deletes the jobs that wait in the queue of an endpoint, and counts them.
func (e *Engine) Purge(endpointID string, at time.Time) (removed int) {
	q := e.queue(endpointID)
	for j := q.next(); j != nil; j = q.next() {
		e.transition(q, j, purged, at)
		removed++
	}
	e.reconcile(q, at)
	return removed
}
