package engine

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"
)

func (e *Engine) state(j *job, at time.Time) State {
	state := j.State
	state.Reason, state.Chunks = e.reason(j, at), append([]json.RawMessage{}, j.Chunks...)
	return state
}

// State returns one job as it is at a moment; false if no job has the id.
func (e *Engine) State(id string, at time.Time) (State, bool) {
	j, ok := e.jobs[id]
	if !ok {
		return State{}, false
	}
	return e.state(j, at), true
}

// States returns all jobs as they are at a moment, in the order of submission.
func (e *Engine) States(at time.Time) []State {
	states := make([]State, 0, len(e.jobs))
	for _, j := range e.inOrder() {
		states = append(states, e.state(j, at))
	}
	return states
}

// inOrder returns all jobs in the order of submission.
func (e *Engine) inOrder() []*job {
	return slices.SortedFunc(maps.Values(e.jobs), func(a, b *job) int { return cmp.Compare(a.Number, b.Number) })
}

// Remove deletes a job in any state; false if no job has the id. The caller reconciles.
func (e *Engine) Remove(id string, at time.Time) bool {
	j, ok := e.jobs[id]
	if !ok {
		return false
	}
	q := e.queues[j.EndpointID]
	e.onExit(q, j, at)
	e.onEnter(q, j, deleted, at)
	e.observe(j, at, EventDeleted, "removed over the control interface")
	return true
}

// Inject creates or overwrites a job that was not submitted. In a status that the engine does not know, or in progress
// without a worker, it stays until it expires. The caller reconciles.
func (e *Engine) Inject(state State, ttl, retention time.Duration, at time.Time) {
	e.Remove(state.ID, at)
	q := e.queue(state.EndpointID)
	j := e.newJob(q, Submission{TTL: ttl}, retention, at)
	j.ID, j.Readable = state.ID, at
	e.keep(q, j)
	e.enter(q, j, state, at)
}

// Change overwrites the state of a job. With another status it ends its run. Its id, endpoint, times and priority stay.
// The caller reconciles.
func (e *Engine) Change(state State, at time.Time) {
	j := e.jobs[state.ID]
	if state.Status == j.Status {
		e.overwrite(j, state)
		return
	}
	q := e.queues[j.EndpointID]
	e.onExit(q, j, at)
	e.enter(q, j, state, at)
}

// injectedWorker is the worker id of jobs that are injected without one: every job that was picked up has one (contract
// 2.1). Clients can read it, so it keeps its value.
const injectedWorker = "planted"

func (e *Engine) enter(q *queue, j *job, state State, at time.Time) {
	if state.WorkerID == "" && state.Status != InQueue && state.Status != Cancelled {
		state.WorkerID = injectedWorker
	}
	e.overwrite(j, state)
	e.onEnter(q, j, state.Status, at)
	e.overwrite(j, state) // onEnter may have reset it.
	e.observe(j, at, EventSet, string(state.Status))
}

func (e *Engine) overwrite(j *job, state State) {
	state.ID, state.EndpointID, state.Status, state.Reason = j.ID, j.EndpointID, j.Status, ""
	state.Submitted, state.Expires = j.Submitted, j.Expires
	j.State = state
	j.Delivered = min(j.Delivered, len(state.Chunks)) // As many count as delivered as before.
}
