package engine

import (
	"fmt"
	"strings"
	"time"
)

// JobEvent is something that happened to a job, for Config.Observe. All its texts are for people, but for What if it is
// one of the constants below.
type JobEvent struct {
	EndpointID, JobID      string
	At                     time.Time
	What, WorkerID, Detail string // empty for none
}

// The events of jobs, beside those that move them: picked up, queued again, retried.
const (
	EventSubmitted = "submitted"
	EventSet       = "set over the control interface"
	EventDied      = "worker died"
	EventStreamed  = "streamed" // one chunk
	EventEnded     = "ended"    // with the status
	EventWebhook   = "webhook"  // an attempt; it can follow EventDeleted
	EventDeleted   = "deleted"  // with the reason
)

func (e *Engine) observe(j *job, at time.Time, what, detail string) {
	e.config.Observe(JobEvent{j.EndpointID, j.ID, at, what, j.WorkerID, detail})
}

// observeTransition reports an event of the table once the job is in its new state.
func (e *Engine) observeTransition(j *job, event *event, at time.Time) {
	what, detail := event.text, ""
	switch {
	case event == pickedUp:
		detail = fmt.Sprintf("attempt %d", j.Attempt)
	case j.Status == deleted:
		what, detail = EventDeleted, what
	case j.Status.Final():
		what, detail = EventEnded, strings.TrimSuffix(string(j.Status)+": "+j.Failure, ": ")
	}
	e.observe(j, at, what, detail)
}

// observeWebhook reports an attempt. Its address can have secrets, so the event has none.
func (e *Engine) observeWebhook(w *Webhook, status int, at time.Time) {
	detail := strings.Replace(fmt.Sprintf("attempt %d, status %d", w.Attempt, status), "status 0", "no answer", 1)
	e.config.Observe(JobEvent{w.Job.EndpointID, w.Job.ID, at, EventWebhook, "", detail})
}
