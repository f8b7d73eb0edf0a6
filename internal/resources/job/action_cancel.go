package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// NewCancelAction returns podfleet_job_cancel.
func NewCancelAction() action.Action {
	return &framework.Action[jobReference]{
		Type: "job_cancel", Attributes: referenceAttributes("cancel"), Timeout: cancelTimeout, Run: cancelReferenced,
		Description: "Cancels a job that waits in the queue or runs, and waits until it has ended. If the job has already " +
			"ended, the action does nothing and reports its status.\n\n" +
			"You can invoke the action again at any time, also after an interruption.",
	}
}

func cancelReferenced(
	_, bounded context.Context, c *client.Client, config jobReference, resp *action.InvokeResponse,
) {
	endpointID, id := config.EndpointID.ValueString(), config.JobID.ValueString()
	job, err := cancelJob(bounded, c, endpointID, id)
	if err != nil {
		referenceFailure("cancel", endpointID, id, err).AddTo(&resp.Diagnostics)
		return
	}
	framework.SendProgress(resp, "Job %s has ended %s.", id, job.Status)
}

// cancelJob cancels a job until the service says that it has ended, and returns how.
func cancelJob(ctx context.Context, c *client.Client, endpointID, id string) (jobs.Job, error) {
	return client.Poll(ctx, c, func(ctx context.Context) (jobs.Job, error) {
		return c.CancelJob(ctx, endpointID, id)
	}, func(job jobs.Job) bool { return job.Status.Final() }, nil)
}
