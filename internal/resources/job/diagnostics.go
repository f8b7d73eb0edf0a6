package job

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// describeEnd describes the end of a job that did not complete: the worker's message, the worker, the run time, the
// cause and the advice.
func describeEnd(endpointID string, job jobs.Job) string {
	parts := []string{fmt.Sprintf("The job %s on the endpoint %s ended %s.", job.ID, endpointID, job.Status)}
	if said := job.Error.Or(""); said != "" {
		parts = append(parts, "The service said: "+said)
	}
	if facts := describeRun(job); facts != "" {
		parts = append(parts, facts)
	}
	return strings.Join(append(parts, causeAndAdvice(job)), "\n\n")
}

// warnOfError warns of a completed job whose result has an error: for the service the job is done, and so it is for the
// gate.
func warnOfError(endpointID string, job jobs.Job, diags *diag.Diagnostics) {
	if said := job.Error.Or(""); said != "" {
		diags.AddWarning(objectOf(job.ID).About("The job completed with an error"), fmt.Sprintf(
			"The job %s on the endpoint %s ended COMPLETED, but its result has an error.\n\nThe service said: %s\n\n"+
				"The provider treats the job as completed: resources that depend on it are created.\n\n"+
				"Next: check the job's output, and the worker's log in the service's console.",
			job.ID, endpointID, said))
	}
}

// describeRun names the worker of a job and its times, as far as they are known; empty if none is.
func describeRun(job jobs.Job) string {
	var facts []string
	if worker := job.WorkerID.Or(""); worker != "" {
		facts = append(facts, "worker "+worker)
	}
	if delay, known := job.DelayTime.Get(); known {
		facts = append(facts, fmt.Sprintf("%s in the queue", milliseconds(delay)))
	}
	if execution, known := job.ExecutionTime.Get(); known {
		facts = append(facts, fmt.Sprintf("%s on the worker", milliseconds(execution)))
	}
	if deaths := job.Retries.Or(0); deaths > 0 {
		facts = append(facts, fmt.Sprintf("workers died on it: %d", deaths))
	}
	if len(facts) == 0 {
		return ""
	}
	return "It had been: " + strings.Join(facts, ", ") + "."
}

func milliseconds(n int64) string { return (time.Duration(n) * time.Millisecond).String() }

// causeAndAdvice holds the table of symptoms and causes (contract 3.3), with the advice for each.
func causeAndAdvice(job jobs.Job) string {
	said := strings.ToLower(job.Error.Or(""))
	switch {
	case strings.Contains(said, "executiontimeout"):
		return "Cause: it ran longer than its execution timeout.\n\n" +
			"Next: read the worker's log in the service's console. To allow the job more time, raise " +
			"policy.execution_timeout, or execution_timeout_ms of the endpoint."
	case strings.Contains(said, "job timed out after"):
		return "Cause: two of its workers died. They may have run out of memory, or the job's code ended them.\n\n" +
			"Next: read the worker's log in the service's console, and try the job on a larger machine."
	case job.Status == jobs.TimedOut:
		return "Cause: it ran longer than its execution timeout, or its worker stopped reporting.\n\n" +
			"Next: read the worker's log in the service's console. If the job was still working, raise " +
			"policy.execution_timeout, or execution_timeout_ms of the endpoint."
	case job.Status == jobs.Cancelled:
		return "Cause: this or another client cancelled it.\n\nNext: if that was a mistake, run it again."
	default:
		const next = "Next: read the worker's log in the service's console, and correct the input or the worker before a " +
			"job runs again."
		if said == "" {
			return "Cause: the worker failed, or did not accept the input.\n\n" + next
		}
		return next
	}
}

// healthTimeout bounds the look at an endpoint's health, which comes after the operation's own timeout.
const healthTimeout = 30 * time.Second

// describeHealth returns an endpoint's counters as a sentence; empty if the service does not respond.
func describeHealth(ctx context.Context, c *client.Client, endpointID string) string {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), healthTimeout)
	defer cancel()
	health, err := c.GetHealth(ctx, endpointID)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("The endpoint counts: %s.", health)
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

// maxJobs keeps a message readable if a queue is long.
const maxJobs = 10

// describeLostSubmission says what may have become of a job whose submission got no answer, and how to find out. A list
// that does not show the job proves nothing.
func describeLostSubmission(ctx context.Context, c *client.Client, endpointID string, lost error) string {
	what := strings.TrimSpace("The provider does not know whether the service accepted the job. It did not submit the " +
		"job again: the job could run, and be billed, twice. " + describeHealth(ctx, c, endpointID))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), healthTimeout)
	defer cancel()
	jobs, err := c.ListJobs(ctx, endpointID)
	var listed []string
	for _, job := range jobs[:min(len(jobs), maxJobs)] {
		listed = append(listed, fmt.Sprintf("%s/%s (%s)", endpointID, job.ID, job.Status))
	}
	shown := fmt.Sprintf("The endpoint %s lists no job.", endpointID)
	switch {
	case len(jobs) > 0:
		shown = fmt.Sprintf("The endpoint %s lists these jobs, newest first: %s. The API does not return the time of a "+
			"submission: each of them can be older, or belong to another client.", endpointID, strings.Join(listed, ", "))
	case err != nil:
		shown = fmt.Sprintf("The provider could not read the list of jobs of the endpoint %s: %v.", endpointID, err)
	}
	return fmt.Sprintf("%s\n\n%s The service can list a job late, and lists it only until 30 minutes after its end, or "+
		"one minute in sync mode.\n\n"+
		"Next: check the list now, and again in %s, with the data source podfleet_jobs in a plan: an apply submits the job "+
		"again. A job that is in no state, and that no other client submitted, is this one. If no list shows it, check the "+
		"log of the endpoint %s, the job's webhook, or the place where its worker writes. ",
		what, shown, framework.WaitBeforeLooking(transport.MayStillAct(lost)), endpointID)
}

// submissionAdvice returns the advice after a refused submission; empty if the usual advice holds.
func submissionAdvice(endpointID string, err error) string {
	var e *transport.Error
	switch {
	case !errors.As(err, &e):
		return ""
	case transport.HasKind(err, transport.KindPaused):
		return fmt.Sprintf("The endpoint %s is paused: it has no workers. The provider retried the submission, in case "+
			"the endpoint had just been changed.\n\nNext: set workers_max to 1 or more, and apply that first.", endpointID)
	case transport.IsNotFound(err):
		return fmt.Sprintf("The endpoint %s does not exist at this URL.\n\n"+
			"Next: check endpoint_id and queue_url. The endpoint may have been deleted, or belong to another account than "+
			"the API key, or to another service.", endpointID)
	case transport.HasKind(err, transport.KindTooLarge):
		return "The input is larger than the service accepts. " + sizeAdvice
	case transport.IsRateLimited(err):
		return fmt.Sprintf("The endpoint %s rejected the submission because of its rate limit until the operation timed "+
			"out.\n\nNext: apply again later, with a lower -parallelism, or allow more time with timeouts.", endpointID)
	default:
		return ""
	}
}
