package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Messages about a job whose end the provider did not see. They name a cause only if the last look showed the job.

// lastSeen says when the wait last saw the job.
func (w *wait) lastSeen() string {
	if w.seen.IsZero() {
		return fmt.Sprintf("The provider did not see the job %s on the endpoint %s during this wait. The job may still run, "+
			"and is billed while it does.", w.id, w.endpointID)
	}
	return fmt.Sprintf("The provider last saw the job %s on the endpoint %s %s ago, with the status "+
		"%s. It may still run, and is billed while it does.", w.id, w.endpointID, time.Since(w.seen).Round(time.Second),
		w.job.Status)
}

// describeNotDone says why a job is not done in time. err is the result of waitUntilDone.
func (w *wait) describeNotDone(bounded context.Context, err error) string {
	detail := w.lastSeen()
	if failed := (*transport.Error)(nil); errors.As(err, &failed) {
		detail += "\n\nThe last request failed: " + failed.Error()
	}
	if health := describeHealth(bounded, w.client, w.endpointID); health != "" {
		detail += "\n\n" + health
	}
	longer := fmt.Sprintf(`allow more time with timeouts { %s = "…" }`, w.timeoutName)
	switch {
	case !errors.Is(err, errNotEnded):
		return detail + "\n\nNext: if requests fail, check queue_url, api_key and the network, and check the job with the " +
			"data source podfleet_job. Otherwise " + longer + "."
	case w.job.Status == jobs.InQueue && w.policy.LowPriority.Or(false):
		return detail + "\n\nCause: the job has low_priority, so the service starts no worker for it. It waits for a " +
			"worker started for other jobs, possibly forever.\n\n" +
			"Next: run it without policy.low_priority, set workers_min of the endpoint to 1 or more, or " + longer + "."
	case w.job.Status == jobs.InQueue:
		return detail + "\n\nCause: no worker is available, or workers_max is reached.\n\n" +
			"Next: raise workers_max, allow more GPU types or data centers on the endpoint, or " + longer + "."
	default:
		return detail + "\n\nNext: " + longer + ". A running job ends by itself after its execution timeout."
	}
}

// describeGone says what can have become of a job that the service no longer has. last is its last known status, empty
// if that is not known; ttl is the configured ttl in milliseconds.
func describeGone(endpointID, id string, last jobs.Status, ttl members.Optional[int64], err error) string {
	if client.IsEndpointNotFound(err) {
		return fmt.Sprintf("The endpoint %s no longer exists. The service deleted the job %s with it.\n\n"+
			"Next: find out who deleted the endpoint, and plan again. If this configuration manages it, the plan creates a new "+
			"one.", endpointID, id)
	}
	seen := ""
	if last != "" {
		seen = fmt.Sprintf("Its last known status is %s. ", last)
	}
	lifespan := "24 h if it is not set"
	if own, ok := ttl.Get(); ok {
		lifespan = milliseconds(own)
	}
	return fmt.Sprintf("The service no longer has the job %s on the endpoint %s, and the provider did not see it end. "+
		"%sEither its ttl was over (policy.ttl, %s), after which the service deletes a job, even while it runs. Or the "+
		"queue was purged. Or the job ended, and the service has deleted its result, after 30 minutes, or after one minute "+
		"for a job submitted in sync mode. The provider cannot tell whether it ran.\n\n"+
		"Next: look for it in the worker's log in the service's console before you run a new job. If its ttl was over, set "+
		"policy.ttl to the time that the job may spend in the queue and on a worker together.",
		id, endpointID, seen, lifespan)
}

// adviceOn404 returns the advice after a 404 that does not prove that a job is gone; empty for any other failure.
func adviceOn404(err error) string {
	if other := (*fleet.OtherAccountError)(nil); errors.As(err, &other) {
		return framework.OnOtherAccount(entity, other)
	}
	if !transport.IsNotFound(err) {
		return ""
	}
	return "The service can return HTTP 404 for an existing job. The provider treats a job as deleted only after three " +
		"of the service's own 404 responses in a row over at least 10 s.\n\n" +
		"Next: check queue_url and api_key, and try again. If you know that the job no longer exists, remove it from the " +
		"state with `terraform state rm`."
}
