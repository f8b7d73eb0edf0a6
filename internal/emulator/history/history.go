// Package history keeps what has happened to jobs, for a while also of deleted ones. Its caller serialises all calls.
//
// Nothing counts its memory, which the numbers below bound: at most 20 kB for a job that exists, and 200 MB for all
// deleted ones. A usual job has five events of 100 bytes.
package history

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
)

const (
	maxEvents  = 64 // of a job: the first ones, and the newest of the others
	firstOnes  = 8
	maxDetail  = 200              // bytes
	keptFor    = 30 * time.Minute // after the deletion of a job
	maxDeleted = 10_000           // jobs
)

// Event is something that happened to a job, or all chunks that came one after the other.
type Event struct {
	At       time.Time `json:"at"`
	What     string    `json:"event"`
	WorkerID string    `json:"worker"`
	Detail   string    `json:"detail"`
	chunks   int
}

// Timeline is what happened to a job, in order.
type Timeline struct {
	Events    []Event    `json:"timeline"`
	Dropped   int        `json:"dropped"`    // events behind the first ones
	DeletedAt *time.Time `json:"deleted_at"` // nil while the job exists

	endpointID, jobID string
}

// History has the timelines of jobs.
type History struct {
	jobs    map[string]*Timeline
	deleted []*Timeline // in the order of their deletion
}

// New makes a history without jobs.
func New() *History { return &History{jobs: make(map[string]*Timeline)} }

// Add adds an event. Only an attempt of a webhook can come later than the deletion of its job; any other event is about
// another job with the same ID.
func (h *History) Add(e engine.JobEvent) {
	h.forget(e.At)
	t, known := h.jobs[e.JobID]
	switch {
	case e.What == engine.EventWebhook && !known:
		return
	case e.What != engine.EventWebhook && (!known || t.DeletedAt != nil):
		t = &Timeline{endpointID: e.EndpointID, jobID: e.JobID}
		h.jobs[e.JobID] = t
	}
	t.add(Event{At: e.At, What: e.What, WorkerID: e.WorkerID,
		Detail: strings.ToValidUTF8(strings.Clone(e.Detail[:min(len(e.Detail), maxDetail)]), "")})
	if e.What == engine.EventDeleted {
		t.DeletedAt = &e.At
		h.deleted = append(h.deleted, t)
	}
}

func (t *Timeline) add(e Event) {
	if e.What == engine.EventStreamed {
		if last := len(t.Events) - 1; last >= 0 && t.Events[last].What == e.What {
			e.At, e.chunks, t.Events = t.Events[last].At, t.Events[last].chunks, t.Events[:last]
		}
		e.chunks++
		e.Detail = fmt.Sprintf("chunks: %d", e.chunks)
	}
	if len(t.Events) == maxEvents {
		t.Events = slices.Delete(t.Events, firstOnes, firstOnes+1)
		t.Dropped++
	}
	t.Events = append(t.Events, e)
}

// Of returns the timeline of a job; false if there is none any more.
func (h *History) Of(endpointID, jobID string, now time.Time) (Timeline, bool) {
	h.forget(now)
	t, ok := h.jobs[jobID]
	if !ok || t.endpointID != endpointID {
		return Timeline{Events: []Event{}}, false
	}
	copied := *t
	copied.Events = slices.Clone(t.Events)
	return copied, true
}

// forget drops the timelines whose time is over.
func (h *History) forget(now time.Time) {
	for len(h.deleted) > maxDeleted || len(h.deleted) > 0 && !now.Before(h.deleted[0].DeletedAt.Add(keptFor)) {
		t := h.deleted[0]
		h.deleted[0], h.deleted = nil, h.deleted[1:]
		if h.jobs[t.jobID] == t {
			delete(h.jobs, t.jobID)
		}
	}
}
