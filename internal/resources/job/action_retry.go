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
			"It reports the job's output as the job produces it. Any end but `COMPLETED` is an error. **The previous result "+
			"is deleted.** The time to live of the job still counts from its first submission.\n\n"+interruptionDescription+
			" The timeout does not cancel the job either.\n\n"+
			"A `podfleet_job` resource does not see the new run: it never reads a job again that has ended. In that "+
			"resource, `max_retries` runs a job again, and a change of `triggers` runs a new one. **If the resource is "+
			"tainted, its next apply runs and bills a new job**, also after this action.", runTimeout)
}

// Invoke asks once. If the service refuses, the error says which status the job has.
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
		answer = client.Job{ID: id}
	default:
		failure := referenceFailure("retry", endpointID, id, err)
		if advice := a.refusalAdvice(bounded, endpointID, id, err); advice != "" {
			failure.Advice = advice
		}
		failure.AddTo(&resp.Diagnostics)
		return
	}
	r := newReporter(bounded, a.Client, endpointID, id, resp)
	r.followOutput(bounded, answer)
	r.reportEnd(ctx, bounded, r.waitUntilDone(ctx, bounded))
}

// refusalAdvice looks at a job that the service refuses to run again. It returns nothing if the job's status does not
// explain that.
func (a *RetryAction) refusalAdvice(ctx context.Context, endpointID, id string, err error) string {
	var e *transport.Error
	if !errors.As(err, &e) || e.Kind != transport.KindInvalid {
		return ""
	}
	job, err := a.Client.GetJob(ctx, endpointID, id)
	switch {
	case err != nil || job.Status.Retryable():
		return ""
	case job.Status.Final():
		return fmt.Sprintf("The job is %s. The service can run a job again only if it ended FAILED or TIMED_OUT.\n\n"+
			"Next: run a new job, with podfleet_job_run or with other triggers of podfleet_job.", job.Status)
	default:
		return fmt.Sprintf("The job is %s. The service can run a job again only if it ended FAILED or TIMED_OUT.\n\n"+
			"Next: wait for its end, or cancel it with podfleet_job_cancel.", job.Status)
	}
}
