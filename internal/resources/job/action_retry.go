package job

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/action"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// RetryAction is podfleet_job_retry.
type RetryAction struct{ framework.ActionBase }

var _ action.ActionWithConfigure = (*RetryAction)(nil)

// NewRetryAction makes the action, as the registry wants it.
func NewRetryAction() action.Action { return &RetryAction{} }

// Metadata names the type.
func (a *RetryAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_job_retry"
}

// Schema describes the action.
func (a *RetryAction) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = ofOneJobSchema(ctx, "run again",
		"Runs a job again that ended `FAILED` or `TIMED_OUT`, under the same id and with the same input, and waits for its end: what it puts out is told as it comes, "+
			"and any end but `COMPLETED` is an error. The result that it had is gone. The time to live of the job goes on from its first submission.\n\n"+
			aboutInterruption+" Neither does the timeout end it.\n\n"+
			"A `podfleet_job` does not learn of it: what it has seen to end, it never asks about again. There, `max_retries` runs a job again, and a change of `triggers` runs a new one.", runTimeout)
}

// Invoke asks once. A job that could not be run again says which status it has.
func (a *RetryAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config ofOneJob
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	within, cancel := framework.WithTimeout(ctx, config.Timeouts.Invoke, runTimeout, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	endpointID, id := config.EndpointID.ValueString(), config.JobID.ValueString()
	answer, err := a.Client.RetryJob(within, endpointID, id)
	switch {
	case err == nil:
		framework.Tell(resp, "Job %s on endpoint %s runs again. %s", id, endpointID, ifInterrupted)
	case client.OutcomeUnknown(err) && within.Err() == nil:
		// Asked twice it could run twice. If it does not run, its old end is what is seen.
		framework.Tell(resp, "There was no usable answer (%v). Looking whether job %s runs again; it is not asked for twice. %s", err, id, ifInterrupted)
		answer = client.Job{ID: id}
	default:
		failure := failureOf("retry", endpointID, id, err)
		if found := a.refusal(within, endpointID, id, err); found != "" {
			failure.Advice = found
		}
		failure.AddTo(&resp.Diagnostics)
		return
	}
	watch(within, a.Client, endpointID, id, resp).toTheEnd(ctx, within, answer)
}

// refusal looks at a job that the service does not run again.
func (a *RetryAction) refusal(ctx context.Context, endpointID, id string, err error) string {
	var e *client.Error
	if !errors.As(err, &e) || e.Kind != client.KindInvalid {
		return ""
	}
	job, err := a.Client.GetJob(ctx, endpointID, id)
	switch {
	case err != nil || job.Status.Retryable():
		return ""
	case job.Status.Final():
		return fmt.Sprintf("The job is %s, and only one that ended FAILED or TIMED_OUT can be run again.\n\nNext: run a new job, with podfleet_job_run or with other triggers of podfleet_job.", job.Status)
	default:
		return fmt.Sprintf("The job is %s, and only one that ended FAILED or TIMED_OUT can be run again.\n\nNext: wait for its end, or cancel it with podfleet_job_cancel.", job.Status)
	}
}
