package engine

import (
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// Reason says in one sentence why a job in the queue does not run; empty for every other job.
func (e *Engine) Reason(id string, at time.Time) string { return e.reason(e.jobs[id], at) }

func (e *Engine) reason(j *job, at time.Time) string {
	settings, err := e.account.Endpoints.Find(j.EndpointID)
	if j.Status != InQueue || err != nil {
		return ""
	}
	q, h := e.queue(j.EndpointID), e.Health(j.EndpointID)
	occupied := "all workers are busy"
	switch {
	case len(q.workers) == 0:
		occupied = "no worker runs"
	case h.Unhealthy > 0:
		occupied = "all workers are busy or unhealthy"
	}
	switch paused := q.pause(settings, at); {
	case paused != "":
		return paused
	case h.Initializing > 0:
		return fmt.Sprintf("Cold start: %d of %d workers not ready yet.", h.Initializing, len(q.workers))
	case q.Throttled > 0:
		return fmt.Sprintf("No stock: %s, and no machine is free for another.", occupied)
	case len(q.workers) >= settings.WorkersMax:
		return fmt.Sprintf("Quota: %s, and workersMax of the endpoint is %d.", occupied, settings.WorkersMax)
	case j.LowPriority:
		return fmt.Sprintf("Low priority: %s, and the scaler starts none for this job.", occupied)
	case settings.ScalesByRequests():
		return fmt.Sprintf("Scaler: %s, and scalerValue (jobs per worker) is %d.", occupied, max(1, settings.ScalerValue))
	}
	due, _ := q.delayIsUp(settings)
	return fmt.Sprintf("Scaler: %s, and it starts another at %s.", occupied, due.Format(time.RFC3339))
}

// pause says why the endpoint may have no workers; empty if it may.
func (q *queue) pause(settings account.Endpoint, at time.Time) string {
	switch {
	case settings.WorkersMax == 0:
		return "Paused: workersMax of the endpoint is 0."
	case !q.mayWork(at):
		return fmt.Sprintf("Paused: the queue learns of the end of the pause at %s.", q.UnpausesAt.Format(time.RFC3339))
	}
	return ""
}

// Scaling says in one sentence why an endpoint has the workers that it has, and what changes that next.
func (e *Engine) Scaling(endpointID string, at time.Time) string {
	settings, err := e.account.Endpoints.Find(endpointID)
	if err != nil {
		return ""
	}
	q := e.queue(endpointID)
	ends, idles := q.idleEnds(settings, at)
	due, _ := q.delayIsUp(settings)
	switch paused := q.pause(settings, at); {
	case paused != "":
		return paused
	case q.Throttled > 0:
		return fmt.Sprintf("Throttled: it wants %d more, and no machine is free.", q.Throttled)
	case q.inQueue() > 0 && len(q.workers) >= settings.WorkersMax:
		return fmt.Sprintf("Maximum: jobs wait, and workersMax of the endpoint is %d.", settings.WorkersMax)
	case settings.ScalesByRequests() && q.waiting.Len()+q.inProgressScaling > 0:
		return fmt.Sprintf("Scaler: jobs that wait or run: %d, jobs per worker: %d.",
			q.waiting.Len()+q.inProgressScaling, max(1, settings.ScalerValue))
	case q.waiting.Len() > 0:
		return fmt.Sprintf("Scaler: jobs wait, and it starts another at %s.", due.Format(time.RFC3339))
	case idles:
		return fmt.Sprintf("Idle timeout: no job waits, and the next worker ends at %s.", ends.Format(time.RFC3339))
	case q.current(settings) > settings.WorkersMin:
		return "Scaler: no job needs another worker, and none is idle."
	}
	return fmt.Sprintf("Minimum: no job needs another worker, and workersMin of the endpoint is %d.", settings.WorkersMin)
}
