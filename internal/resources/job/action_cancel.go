package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// CancelAction is podfleet_job_cancel.
type CancelAction struct{ framework.ActionBase }

var _ action.ActionWithConfigure = (*CancelAction)(nil)

// NewCancelAction returns podfleet_job_cancel.
func NewCancelAction() action.Action { return &CancelAction{} }

// Metadata implements action.Action.
func (a *CancelAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_job_cancel"
}

// Schema implements action.Action.
func (a *CancelAction) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = jobReferenceSchema(ctx, "cancel",
		"Cancels a job that waits in the queue or runs, and waits until it has ended. If the job has already ended, "+
			"the action does nothing and reports its status.\n\n"+
			"You can invoke the action again at any time, also after an interruption.", cancelTimeout)
}

// Invoke cancels the job.
func (a *CancelAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config jobReference
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	bounded, cancel := framework.WithTimeout(ctx, config.Timeouts.Invoke, cancelTimeout, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	endpointID, id := config.EndpointID.ValueString(), config.JobID.ValueString()
	job, err := cancelJob(bounded, a.Client, endpointID, id)
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
