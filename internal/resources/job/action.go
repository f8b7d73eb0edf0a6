package job

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Default timeouts: a cancellation is quick, what runs a job takes as long as the job.
const (
	cancelTimeout = 2 * time.Minute
	runTimeout    = time.Hour
)

// interruptionHint comes with the first progress message about a running job: as a rule the plugin protocol drops what
// an interrupted action says at its end.
const interruptionHint = "If the run is interrupted, the job continues and is billed. To end it, use the action " +
	"podfleet_job_cancel."

// noLongerWatched is a paragraph of the error about a job that the action did not see end. lookOrEnd are steps for it.
const (
	noLongerWatched = "The job is billed while it runs, and this run does not wait for it any longer. The action " +
		"podfleet_job_run would submit another job."
	lookOrEnd = "To look at this job, use the data source podfleet_job. To end it, use the action podfleet_job_cancel."
)

// interruptionDescription says in the documentation what an interrupted run leaves.
const interruptionDescription = "**The job does not end if the run is interrupted or killed**: it continues and is " +
	"billed, and no run waits for it. The first progress message has its ID. To end the job, use `podfleet_job_cancel` " +
	"with that ID."

// jobReference is the configuration of an action on a job that exists.
type jobReference struct {
	EndpointID types.String   `tfsdk:"endpoint_id"`
	JobID      types.String   `tfsdk:"job_id"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

// referenceAttributes returns the attributes of such an action. verb completes "ID of the job to".
func referenceAttributes(verb string) attribute.Attributes {
	return attribute.Attributes{
		"endpoint_id": framework.ActionID("ID of the endpoint that runs the job."),
		"job_id":      framework.ActionID("ID of the job to " + verb + ", such as the `id` of a `podfleet_job`."),
	}
}

// referenceFailure describes a failed request about a job that the configuration names by its id.
func referenceFailure(verb, endpointID, jobID string, err error) framework.Failure {
	failure := framework.Failure{Verb: verb, Entity: entity, Name: jobID, Err: err, Reference: "job_id",
		Timeout: "invoke"}
	switch {
	case client.IsEndpointNotFound(err):
		failure.Reference, failure.Advice = "endpoint_id", submissionAdvice(endpointID, err)
	case transport.IsNotFound(err), transport.HasKind(err, transport.KindInvalid):
		failure.Advice = "Next: check job_id, and the job's status with the data source podfleet_job. Only a job that " +
			"ended FAILED or TIMED_OUT can run again. The service deletes a job 30 minutes after its end, or at once when its " +
			"ttl is over or the queue is purged."
	}
	return failure
}

// runConfig is the configuration of podfleet_job_run.
type runConfig struct {
	EndpointID types.String   `tfsdk:"endpoint_id"`
	Input      types.String   `tfsdk:"input"`
	Sensitive  types.Bool     `tfsdk:"sensitive"`
	Policy     types.Object   `tfsdk:"policy"`
	Webhook    types.String   `tfsdk:"webhook"`
	S3Config   types.Object   `tfsdk:"s3_config"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

// NewRunAction returns podfleet_job_run.
func NewRunAction() action.Action {
	return &framework.Action[runConfig]{
		Type: "job_run", Attributes: runAttributes(), Timeout: runTimeout, Run: runJob,
		Validate: func(config runConfig, diags *diag.Diagnostics) {
			validatePolicy(path.Root("policy"), config.Policy, diags)
			validateS3Config(path.Root("s3_config"), config.S3Config, diags)
		},
		Description: "Runs a job on a serverless endpoint each time it is invoked, and waits for its end. While " +
			"the job runs, the CLI shows each chunk of output that a streaming worker sends, as a progress message. At the " +
			"end, it shows the output. Each message is cut to 2000 bytes. Any end but `COMPLETED` is an error, which has the " +
			"worker's message and the cause.\n\n" +
			"If the response to a submission is lost, the provider does not submit the job again: it could run, and be " +
			"billed, twice. The error names the jobs to check.\n\n" + interruptionDescription + " The timeout does not " +
			"cancel the job either.\n\n" +
			"**An action does not gate later applies.** A failure fails the apply that invokes the action, and the next " +
			"apply ignores it. An endpoint's `after_update` does not run when its template changes, because the endpoint " +
			"does not change in that plan. For a gate, or if the configuration needs the result, use the resource " +
			"`podfleet_job`.",
	}
}

func runAttributes() attribute.Attributes {
	return attribute.Attributes{
		"endpoint_id": framework.ActionID("ID of the endpoint that runs the job."),
		"input": attribute.Required.String("Input of the job, as a JSON object: use `jsonencode`. Plans show it, except "+
			"values of `sensitive` variables. A saved plan has all of it. Progress messages show the parts that the worker "+
			"repeats, including values of `sensitive` variables, unless `sensitive` is `true`.", validators.JSONObject()),
		"sensitive": attribute.Optional.Bool("Whether input and output are secret. If `true`, progress messages show " +
			"only the size of the output, and errors hide parts of the input. Default: `false`."),
		"policy": attribute.Described(policyAttribute(), "Time limits of the job, and its priority."),
		"webhook": attribute.Optional.String("URL that the service calls with the finished job, including its input. The "+
			"service tries three times. If the URL has a password or token, use a `sensitive` variable, or plans show it. "+
			"Progress messages never show it.", validators.HTTPURL()),
		"s3_config": actionS3ConfigAttribute(),
	}
}

// runJob submits the job once and reports its id at once: nothing else records it.
func runJob(
	request, bounded context.Context, c *client.Client, config runConfig, resp *action.InvokeResponse,
) {
	in := submissionOf(config.Input, config.Webhook, config.Policy, config.S3Config)
	secret := ""
	if config.Sensitive.ValueBool() {
		secret = config.Input.ValueString()
	}
	bounded = redactSecrets(bounded, secret, in)
	endpointID := config.EndpointID.ValueString()
	job, err := c.RunJob(bounded, endpointID, in)
	if err != nil {
		const then = "If the job exists, check it with the data source podfleet_job, or end it with the action " +
			"podfleet_job_cancel. If the service did not accept the job, invoke this action again."
		submissionFailure(bounded, c, endpointID, "invoke", then, err).AddTo(&resp.Diagnostics)
		return
	}
	logSubmission(request, endpointID, job.ID)
	framework.SendProgress(resp, "Submitted job %s to endpoint %s. %s", job.ID, endpointID, interruptionHint)
	r := newReporter(bounded, c, endpointID, job, resp)
	r.hideOutput = config.Sensitive.ValueBool()
	r.follow(request, bounded)
}

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

// reporter is a wait for an action: it sends progress messages about the job's status and output.
type reporter struct {
	wait
	redacting  context.Context // knows what to redact
	resp       *action.InvokeResponse
	hideOutput bool
}

// newReporter makes the reporter of a job that an action has just started. redacting is from redactSecrets. The job is
// the service's answer; its status is empty if there was none.
func newReporter(
	redacting context.Context, c *client.Client, endpointID string, job jobs.Job, resp *action.InvokeResponse,
) *reporter {
	r := &reporter{redacting: redacting, resp: resp,
		wait: wait{client: c, endpointID: endpointID, id: job.ID, timeoutName: "invoke", job: job}}
	r.onStatus = func(status jobs.Status) { r.progress("Job %s is %s.", r.id, status) }
	r.onStream = r.reportChunks
	if job.Status != "" {
		r.observe(job)
	}
	return r
}

// progress sends a progress message without what is secret in the input: workers quote what they get.
func (r *reporter) progress(format string, values ...any) {
	framework.SendProgress(r.resp, "%s", r.client.Redact(r.redacting, fmt.Sprintf(format, values...)))
}

// reportChunks reports chunks of the output. How the job ended, it leaves to the wait: the stream has only the status.
func (r *reporter) reportChunks(stream jobs.Stream) {
	if !stream.Status.Final() {
		r.observe(jobs.Job{ID: r.id, Status: stream.Status})
	}
	for _, chunk := range stream.Chunks {
		r.progress("Output of job %s: %s", r.id, r.excerpt(chunk.Output))
	}
}

// follow waits until the job is done, and reports its output and its end: any but COMPLETED is an error.
func (r *reporter) follow(request, bounded context.Context) {
	err := r.untilDone(request, bounded)
	summary, detail := r.verdict(request, bounded, err)
	switch {
	case summary == "":
		warnOfError(r.endpointID, r.job, &r.resp.Diagnostics)
		if r.job.Output != nil {
			r.progress("Its output: %s", r.excerpt(r.job.Output))
		}
	case err == nil || isGone(err):
		r.resp.Diagnostics.AddError(summary, detail)
	case interrupted(request):
		r.resp.Diagnostics.AddError("Interrupted while waiting for the job",
			fmt.Sprintf("The job %s on the endpoint %s is still running or queued.\n\n%s\n\nNext: check the job. %s",
				r.id, r.endpointID, noLongerWatched, lookOrEnd))
	default:
		r.resp.Diagnostics.AddError(summary, framework.BeforeNext(detail, noLongerWatched)+" "+lookOrEnd)
	}
}

// maxExcerpt keeps a large result from filling the terminal, in bytes.
const maxExcerpt = 2000

// excerpt returns the beginning of a result with its size, or only the size if the output is to be hidden.
func (r *reporter) excerpt(result json.RawMessage) string {
	size := fmt.Sprintf("(%d bytes in total)", len(result))
	if r.hideOutput {
		return size
	}
	text := r.client.Redact(r.redacting, string(result)) // Before it is cut, so that no half of a secret remains.
	if len(result) > maxExcerpt {
		text = strings.ToValidUTF8(text[:min(maxExcerpt, len(text))], "") + "… " + size
	}
	return strings.ToValidUTF8(text, "\ufffd") // The plugin protocol has no other texts.
}
