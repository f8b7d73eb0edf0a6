package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// RetryAction is podfleet_job_retry.
type RetryAction struct{ framework.ActionBase }

var _ action.ActionWithConfigure = (*RetryAction)(nil)

// NewRetryAction returns podfleet_job_retry.
func NewRetryAction() action.Action { return &RetryAction{} }

// Metadata implements action.Action.
func (a *RetryAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_job_retry"
}

// Schema implements action.Action.
func (a *RetryAction) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = jobReferenceSchema(ctx, "run again",
		"Runs a job again that ended `FAILED` or `TIMED_OUT`, with the same ID and the same input, and waits for its end. "+
			"Progress messages show the job's output as the job produces it, **also if the input or the output is secret**. "+
			"Any end but `COMPLETED` is an error. **The previous result is deleted.** The time to live of the job still "+
			"counts from its first submission.\n\n"+interruptionDescription+
			" The timeout does not cancel the job either.\n\n"+
			"A `podfleet_job` resource does not see the new run: it never reads a job again that has ended. A change "+
			"of the resource's `triggers` runs a new job. **If the resource is "+
			"tainted, its next apply runs and bills a new job**, also after this action.", runTimeout)
}

// Invoke asks once.
func (a *RetryAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config jobReference
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	bounded, cancel := framework.WithTimeout(ctx, config.Timeouts.Invoke, runTimeout, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	endpointID, id := config.EndpointID.ValueString(), config.JobID.ValueString()
	answer, err := a.Client.RetryJob(bounded, endpointID, id)
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
	newReporter(bounded, a.Client, endpointID, answer, resp).follow(ctx, bounded)
}
