package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Messages about a job whose end the provider did not see. They name a cause only if the last look showed the job.

// describeUnfinished says when the wait last saw the job, and what is in the way of its end. err is the result of
// untilDone.
func (w *wait) describeUnfinished(bounded context.Context, err error) string {
	seen := "this wait did not see it"
	if !w.seen.IsZero() {
		seen = fmt.Sprintf("this wait last saw it %s ago, with the status %s", time.Since(w.seen).Round(time.Second),
			w.job.Status)
	}
	detail := fmt.Sprintf("The job %s on the endpoint %s may still run, and is billed while it does: %s.",
		w.id, w.endpointID, seen)
	if errors.Is(err, context.DeadlineExceeded) { // Who interrupts a wait is not kept waiting.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(bounded), lookTimeout)
		defer cancel()
		if health, err := w.client.GetHealth(ctx, w.endpointID); err == nil {
			detail += fmt.Sprintf("\n\nThe endpoint counts: %s.", health)
		}
	}
	longer := fmt.Sprintf(`allow more time with timeouts { %s = "…" }`, w.timeoutName)
	switch {
	case !errors.Is(err, errNotEnded):
		return fmt.Sprintf("%s\n\nReason: %s\n\nNext: check queue_url, api_key and the network, and check the job with "+
			"the data source podfleet_job. If requests succeed, %s.", detail, err, longer)
	case w.job.Status == jobs.InQueue:
		return detail + "\n\nCause: no worker is available, or workers_max is reached. For a job with low_priority, the " +
			"service starts no worker.\n\nNext: raise workers_max, allow more GPU types or data centers on the endpoint, run " +
			"the job without policy.low_priority, or " + longer + "."
	default:
		return detail + "\n\nNext: " + longer + ". A running job ends by itself after its execution timeout."
	}
}

// describeGone says what can have become of a job that the service no longer has.
func describeGone(endpointID, id string, err error) string {
	if client.IsEndpointNotFound(err) {
		return fmt.Sprintf("The endpoint %s no longer exists. The service deleted the job %s with it.\n\n"+
			"Next: find out who deleted the endpoint, and plan again. If this configuration manages it, the plan creates a new "+
			"one.", endpointID, id)
	}
	return fmt.Sprintf("The service no longer has the job %s on the endpoint %s, and the provider did not see it end. "+
		"Either its ttl was over (policy.ttl, 24 h if it is not set), after which the service deletes a job, even while it "+
		"runs. Or the queue was purged. Or the job ended, and the service has deleted its result, after 30 minutes, or "+
		"after one minute for a job submitted in sync mode. The provider cannot tell whether it ran.\n\n"+
		"Next: look for it in the worker's log in the service's console before you run a new job. If its ttl was over, set "+
		"policy.ttl to the time that the job may spend in the queue and on a worker together.", id, endpointID)
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
