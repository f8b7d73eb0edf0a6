package engine

import (
	"fmt"
	"strings"
	"time"
)

// JobEvent is something that happened to a job, for Config.Observe.
type JobEvent struct {
	EndpointID, JobID string
	At                time.Time
	What              string // one of the constants below, or an event of contract 3.3 in words
	WorkerID          string // empty for none
	Detail            string // for people; empty for none
}

// The events that are not in the table of transitions, or stand for several of it.
const (
	EventSubmitted = "submitted"
	EventSet       = "set over the control interface"
	EventDied      = "worker died"
	EventStreamed  = "streamed" // one chunk
	EventEnded     = "ended"    // with the status
	EventWebhook   = "webhook"  // one attempt; it can follow EventDeleted
	EventDeleted   = "deleted"  // with the reason
)

func (e *Engine) observe(j *job, at time.Time, what, detail string) {
	e.config.Observe(JobEvent{j.endpointID, j.id, at, what, j.workerID, detail})
}

// observeTransition reports an event of the table once the job is in its new state.
func (e *Engine) observeTransition(j *job, event event, at time.Time) {
	switch {
	case event == pickedUp:
		e.observe(j, at, string(event), fmt.Sprintf("attempt %d", j.attempts))
	case j.status == deleted:
		e.observe(j, at, EventDeleted, string(event))
	case j.status.Final():
		e.observe(j, at, EventEnded, strings.TrimSuffix(string(j.status)+": "+j.failure, ": "))
	default:
		e.observe(j, at, string(event), "")
	}
}

// observeWebhook reports an attempt, with the address as far as it is no secret. Status 0 is no answer.
func (e *Engine) observeWebhook(w *Webhook, status int, at time.Time) {
	scheme, rest, _ := strings.Cut(w.Address[:strings.IndexAny(w.Address+"?", "?#")], "://")
	host, path, _ := strings.Cut(rest, "/")
	outcome := "no answer"
	if status != 0 {
		outcome = fmt.Sprintf("status %d", status)
	}
	e.config.Observe(JobEvent{w.Job.EndpointID, w.Job.ID, at, EventWebhook, "", fmt.Sprintf("attempt %d: %s from %s://%s/%s",
		w.Attempt, outcome, scheme, host[strings.LastIndexByte(host, '@')+1:], path)})
}
