package emulator

import (
	"cmp"
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"time"
)

const kindJobs = "jobs"

// jobKind is the jobs as the control interface sees them. They are no collection: there are too many of them.
type jobKind struct{ server *Server }

// jobState is a job as the control interface shows it: all of it but the secret.
type jobState struct {
	ID          string            `json:"id"`
	EndpointID  string            `json:"endpointId"`
	Status      jobStatus         `json:"status"`
	Input       json.RawMessage   `json:"input"`
	Webhook     string            `json:"webhook"`
	LowPriority bool              `json:"lowPriority"`
	Retries     int               `json:"retries"`
	WorkerID    string            `json:"workerId"`
	Output      json.RawMessage   `json:"output,omitempty"`
	Error       string            `json:"error"`
	Chunks      []json.RawMessage `json:"chunks"`
	SubmittedAt string            `json:"submittedAt"`
	ExpiresAt   string            `json:"expiresAt"`
}

func (j *job) state() jobState {
	return jobState{
		ID: j.id, EndpointID: j.endpointID, Status: j.status,
		Input: j.Input, Webhook: j.Webhook, LowPriority: j.LowPriority,
		Retries: j.retries, WorkerID: j.workerID, Output: j.output, Error: j.failure,
		Chunks:      append([]json.RawMessage{}, j.chunks.outputs...),
		SubmittedAt: j.submitted.Format(time.RFC3339Nano), ExpiresAt: j.expires.Format(time.RFC3339Nano),
	}
}

func (k jobKind) object(id string) (map[string]any, bool) {
	j, ok := k.server.jobs[id]
	if !ok {
		return nil, false
	}
	return members(j.state()), true
}

func (k jobKind) objects() []map[string]any {
	objects := []map[string]any{}
	for _, j := range slices.SortedFunc(maps.Values(k.server.jobs), func(a, b *job) int { return cmp.Compare(a.number, b.number) }) {
		objects = append(objects, members(j.state()))
	}
	return objects
}

// held is nothing: a job keeps no object from being deleted.
func (k jobKind) held() iter.Seq2[string, reference] { return func(func(string, reference) bool) {} }

// remove makes a job vanish, whatever it was doing.
func (k jobKind) remove(id string) bool {
	s := k.server
	j, q := s.job(id)
	if j == nil {
		return false
	}
	now := s.clock.now()
	s.leave(q, j, now)
	s.enter(q, j, jobGone, now)
	return true
}

// put makes a job that nobody submitted. In a status that the engine does not know, or in progress without a worker, it
// stays until it expires.
func (k jobKind) put(id string, object map[string]any) error {
	s, now := k.server, k.server.clock.now()
	state := jobState{ID: id, Status: jobInQueue, Input: json.RawMessage("{}")}
	if given, ok := object["id"]; ok && given != id {
		return badRequest("the object has id %v, but goes to %q", given, id)
	}
	if err := decodeMembers(object, &state); err != nil {
		return err
	}
	e, err := s.endpoints.find(state.EndpointID)
	if err != nil {
		return badRequest("endpointId %q does not exist", state.EndpointID)
	}
	if state.Status == jobGone {
		return badRequest("the status is empty")
	}
	k.remove(id)
	s.submissions++
	j := &job{
		submission: submission{TTL: defaultTTL}, id: id, endpointID: e.ID, number: s.submissions, chunks: &chunks{},
		submitted: now, queued: now, visible: now, expires: now.Add(defaultTTL), retention: retention,
	}
	q := s.queueOf(e.ID)
	s.keep(q, j)
	s.onJob(j, j.expires, func(q *queue, j *job, at time.Time) { s.happen(q, j, eventExpired, at) })
	k.become(q, j, state, now)
	return nil
}

// patch changes what a job shows. With another status it leaves what it was doing.
func (k jobKind) patch(id string, changes map[string]any) error {
	s := k.server
	j, q := s.job(id)
	if j == nil {
		return errNoJob
	}
	state := j.state()
	for _, name := range []string{"id", "endpointId", "lowPriority", "submittedAt", "expiresAt"} {
		if given, ok := changes[name]; ok && given != members(state)[name] {
			return badRequest("%s of a job cannot change", name)
		}
	}
	if err := decodeMembers(changes, &state); err != nil {
		return err
	}
	if state.Status == jobGone {
		return badRequest("the status is empty")
	}
	now := s.clock.now()
	if state.Status != j.status {
		s.leave(q, j, now)
		k.become(q, j, state, now)
		return nil
	}
	j.show(state)
	return nil
}

// plantedWorker had the jobs that are planted without one: every job that was picked up names its worker (contract 2.1).
const plantedWorker = "planted"

func (k jobKind) become(q *queue, j *job, state jobState, now time.Time) {
	if state.WorkerID == "" && state.Status != jobInQueue && state.Status != jobCancelled {
		state.WorkerID = plantedWorker
	}
	j.show(state)
	k.server.enter(q, j, state.Status, now)
	j.show(state) // Entering a status may have begun anew.
}

func (j *job) show(state jobState) {
	j.Input, j.Webhook, j.LowPriority = state.Input, state.Webhook, state.LowPriority
	j.retries, j.workerID, j.output, j.failure = state.Retries, state.WorkerID, state.Output, state.Error
	j.chunks.outputs = state.Chunks
	j.chunks.free = min(j.chunks.free, len(state.Chunks))
}
