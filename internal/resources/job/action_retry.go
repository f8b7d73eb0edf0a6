package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// NewRetryAction returns podfleet_job_retry.
func NewRetryAction() action.Action {
	return &framework.Action[jobReference]{
		Type: "job_retry", Attributes: referenceAttributes("run again"), Timeout: runTimeout, Run: retryReferenced,
		Description: "Runs a job again that ended `FAILED` or `TIMED_OUT`, with the same ID and the same input, and waits " +
			"for its end. Progress messages show the job's output as the job produces it, **also if the input or the output " +
			"is secret**. Any end but `COMPLETED` is an error. **The previous result is deleted.** The time to live of the " +
			"job still counts from its first submission.\n\n" + interruptionDescription +
			" The timeout does not cancel the job either.\n\n" +
			"A `podfleet_job` resource does not see the new run: it never reads a job again that has ended. A change " +
			"of the resource's `triggers` runs a new job. **If the resource is " +
			"tainted, its next apply runs and bills a new job**, also after this action.",
	}
}

// retryReferenced asks once.
func retryReferenced(
	request, bounded context.Context, c *client.Client, config jobReference, resp *action.InvokeResponse,
) {
	endpointID, id := config.EndpointID.ValueString(), config.JobID.ValueString()
	answer, err := c.RetryJob(bounded, endpointID, id)
	switch {
	case err == nil:
		framework.SendProgress(resp, "Job %s on endpoint %s runs again. %s", id, endpointID, interruptionHint)
	case transport.OutcomeUnknown(err) && bounded.Err() == nil:
		// A second request could run it twice. If it does not run, the wait finds its old end.
		framework.SendProgress(resp, "The provider got no usable response (%v). It does not send the retry again, and "+
			"checks whether job %s runs again. %s", err, id, interruptionHint)
		answer = jobs.Job{ID: id}
	default:
		referenceFailure("retry", endpointID, id, err).AddTo(&resp.Diagnostics)
		return
	}
	newReporter(bounded, c, endpointID, answer, resp).follow(request, bounded)
}
