package job

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// describeEnd describes the end of a job that did not complete: the worker's message, the worker, the cause and the
// advice.
func describeEnd(endpointID string, job jobs.Job) string {
	parts := []string{fmt.Sprintf("The job %s on the endpoint %s ended %s.", job.ID, endpointID, job.Status)}
	if said := job.Error.Or(""); said != "" {
		parts = append(parts, "The service said: "+said)
	}
	if worker := job.WorkerID.Or(""); worker != "" {
		parts = append(parts, fmt.Sprintf("It was on the worker %s.", worker))
	}
	return strings.Join(append(parts, causeAndAdvice(job)), "\n\n")
}

// warnOfError warns of a completed job whose result has an error: for the service the job is done, and so it is for the
// gate. It does not quote the error, which can quote a secret that the caller does not know.
func warnOfError(endpointID string, job jobs.Job, diags *diag.Diagnostics) {
	if job.Status == jobs.Completed && job.Error.Or("") != "" {
		diags.AddWarning(objectOf(job.ID).About("The job completed with an error"), fmt.Sprintf(
			"The job %s on the endpoint %s is COMPLETED, but its result has an error. The service counts such a job as "+
				"completed, and so does the provider.\n\n"+
				"Next: read its error and output, with the data source podfleet_job if nothing shows them, and the worker's log "+
				"in the service's console.", job.ID, endpointID))
	}
}

// causeAndAdvice holds the table of symptoms and causes (contract 3.3), with the advice for each.
func causeAndAdvice(job jobs.Job) string {
	said := strings.ToLower(job.Error.Or(""))
	switch {
	case strings.Contains(said, "job timed out after"):
		return "Cause: two of its workers died. They may have run out of memory, or the job's code ended them.\n\n" +
			"Next: read the worker's log in the service's console, and try the job on a larger machine."
	case job.Status == jobs.TimedOut, strings.Contains(said, "executiontimeout"):
		return "Cause: it ran longer than its execution timeout, or its worker stopped reporting.\n\n" +
			"Next: read the worker's log in the service's console. If the job was still working, raise " +
			"policy.execution_timeout, or execution_timeout_ms of the endpoint."
	case job.Status == jobs.Cancelled:
		return "Cause: this or another client cancelled it.\n\nNext: if that was a mistake, run it again."
	default:
		return "Next: read the worker's log in the service's console, and correct the input or the worker before a job " +
			"runs again."
	}
}

// submissionFailure describes a failed submission. If the answer was lost, then, which is the resource's or the
// action's, says what to do about a job that exists after all.
func submissionFailure(
	ctx context.Context, c *client.Client, endpointID, timeout, then string, err error,
) framework.Failure {
	failure := framework.Failure{Verb: "submit", Entity: entity, Err: err, Timeout: timeout,
		Advice: submissionAdvice(endpointID, err), Reference: "endpoint_id"}
	if transport.OutcomeUnknown(err) {
		failure.Advice = describeLostSubmission(ctx, c, endpointID, err) + then
	}
	return failure
}

// lookTimeout bounds what is read for a message, after the operation's own timeout.
const lookTimeout = 30 * time.Second

// describeLostSubmission says what may have become of a job whose submission got no answer, and how to find out. A list
// that does not show the job proves nothing.
func describeLostSubmission(ctx context.Context, c *client.Client, endpointID string, lost error) string {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTimeout)
	defer cancel()
	jobs, err := c.ListJobs(ctx, endpointID)
	var listed []string
	for _, job := range jobs {
		listed = append(listed, fmt.Sprintf("%s/%s (%s)", endpointID, job.ID, job.Status))
	}
	shown := fmt.Sprintf("The endpoint %s lists no job.", endpointID)
	switch {
	case len(jobs) > 0:
		shown = fmt.Sprintf("The endpoint %s lists these jobs, newest first: %s. The API does not return the time of a "+
			"submission: each of them can be older, or belong to another client.", endpointID, framework.AtMost(listed, ", "))
	case err != nil:
		shown = fmt.Sprintf("The provider could not read the list of jobs of the endpoint %s: %v.", endpointID, err)
	}
	return fmt.Sprintf("The provider does not know whether the service accepted the job. It did not submit the job "+
		"again: the job could run, and be billed, twice.\n\n"+
		"%s The service can list a job late, and lists it only until 30 minutes after its end.\n\n"+
		"Next: check the list now, and again in %s, with the data source podfleet_jobs in a plan: an apply submits the job "+
		"again. A job that is in no state, and that no other client submitted, is this one. If no list shows it, check the "+
		"log of the endpoint %s, the job's webhook, or the place where its worker writes. ",
		shown, framework.WaitBeforeLooking(transport.MayStillAct(lost)), endpointID)
}

// submissionAdvice returns the advice after a refused submission; empty if the usual advice holds.
func submissionAdvice(endpointID string, err error) string {
	switch {
	case transport.HasKind(err, transport.KindPaused):
		return fmt.Sprintf("The endpoint %s is paused: it has no workers. The provider retried the submission, in case "+
			"the endpoint had just been changed.\n\nNext: set workers_max to 1 or more, and apply that first.", endpointID)
	case transport.IsNotFound(err):
		return fmt.Sprintf("The endpoint %s does not exist at this URL.\n\n"+
			"Next: check endpoint_id and queue_url. The endpoint may have been deleted, or belong to another account than "+
			"the API key, or to another service.", endpointID)
	case transport.HasKind(err, transport.KindTooLarge):
		return sizeAdvice
	default:
		return ""
	}
}

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
