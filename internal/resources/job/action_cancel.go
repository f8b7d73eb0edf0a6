package job

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/action"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
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
		"Cancels a job that waits in the queue or runs, and waits until it is `CANCELLED`. If the job has already ended, "+
			"the action does nothing and reports its status.\n\n"+
			"You can invoke the action again at any time, also after an interruption. If the service reports `CANCELLED` and "+
			"the provider cannot confirm that with another request, the action succeeds and reports it.", cancelTimeout)
}

// Invoke cancels the job, and verifies that it is cancelled.
func (a *CancelAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config jobReference
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	bounded, cancel := framework.WithTimeout(ctx, config.Timeouts.Invoke, cancelTimeout, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	endpointID, id := config.EndpointID.ValueString(), config.JobID.ValueString()
	answer, err := a.Client.CancelJob(bounded, endpointID, id)
	if err != nil {
		referenceFailure("cancel", endpointID, id, err).AddTo(&resp.Diagnostics)
		return
	}
	if answer.Status.Final() && answer.Status != client.JobCancelled {
		framework.SendProgress(resp, "Job %s had already ended %s. There was nothing to cancel.", id, answer.Status)
		return
	}
	framework.SendProgress(resp, "The provider cancelled job %s. The service returned the status %s.", id, answer.Status)
	look := func(ctx context.Context) (client.Job, error) {
		return a.Client.LookAtJob(ctx, endpointID, id, client.JobHistory{})
	}
	seen, err := client.Poll(bounded, a.Client, look, func(job client.Job) bool { return job.Status.Final() },
		transport.IsTransient)
	switch {
	case isGone(err):
		framework.SendProgress(resp, "Job %s no longer exists in the service.", id)
	case err != nil && seen.Status == "" && answer.Status == client.JobCancelled: // No answer says otherwise.
		framework.SendProgress(resp, "The provider could not confirm that (%v).", err)
	case errors.Is(err, context.DeadlineExceeded):
		resp.Diagnostics.AddError("The job is not cancelled yet",
			describeNotCancelled(endpointID, id, answer.Status, seen.Status, err))
	case err != nil:
		referenceFailure("cancel", endpointID, id, err).AddTo(&resp.Diagnostics)
	case seen.Status != client.JobCancelled:
		resp.Diagnostics.AddError("The job ended before it was cancelled",
			fmt.Sprintf("The provider cancelled the job %s on the endpoint %s, but the job had ended %s before that.\n\n"+
				"Next: nothing. The job does not run any more.", id, endpointID,
				seen.Status))
	default:
		framework.SendProgress(resp, "Job %s is %s.", id, seen.Status)
	}
}

// describeNotCancelled explains that a job did not end in time. If the last look failed, its error is the reason.
func describeNotCancelled(endpointID, id string, answered, seen client.JobStatus, err error) string {
	detail := fmt.Sprintf("The provider cancelled the job %s on the endpoint %s, and the service returned the status "+
		"%s. The operation timed out before the job ended.", id, endpointID, answered)
	if seen != "" {
		detail += fmt.Sprintf(" Last seen: %s.", seen)
	}
	var apiError *transport.Error
	if errors.As(err, &apiError) {
		detail += fmt.Sprintf(" The last request failed: %s.", apiError)
	}
	return detail + "\n\n" +
		"Next: check the job with the data source podfleet_job, or invoke this action again, which has no effect on a " +
		"cancelled job. To allow more time, set timeouts { invoke = \"…\" }."
}
