package job

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// describeEnd describes the end of a job that did not complete: the worker's message, the worker, the run time, the
// cause and the advice.
func describeEnd(endpointID string, job client.Job) string {
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
func warnOfError(endpointID string, job client.Job, diags *diag.Diagnostics) {
	if said := job.Error.Or(""); said != "" {
		diags.AddWarning("The job completed with an error", fmt.Sprintf("The job %s on the endpoint %s ended COMPLETED, "+
			"but its result has an error.\n\nThe service said: %s\n\nThe provider treats the job as completed: resources that "+
			"depend on it are created.\n\nNext: check the job's output and the endpoint's logs.", job.ID, endpointID, said))
	}
}

// describeRun names the worker of a job and its times, as far as they are known; empty if none is.
func describeRun(job client.Job) string {
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
	return "It was: " + strings.Join(facts, ", ") + "."
}

func milliseconds(n int64) string { return (time.Duration(n) * time.Millisecond).String() }

// causeAndAdvice holds the table of symptoms and causes (contract 3.3), with the advice for each.
func causeAndAdvice(job client.Job) string {
	said := strings.ToLower(job.Error.Or(""))
	switch {
	case strings.Contains(said, "executiontimeout"):
		return "Cause: it ran longer than its execution timeout.\n\n" +
			"Next: give it longer with policy.execution_timeout, or execution_timeout_ms of the endpoint; if it " +
			"should have been done by then, look at the endpoint's logs."
	case strings.Contains(said, "job timed out after"):
		return "Cause: its workers died, the second one as well. They may have run out of memory, or the job's code " +
			"ends them.\n\n" +
			"Next: look at the endpoint's logs, and try the job on a larger machine."
	case job.Status == client.JobTimedOut:
		return "Cause: it ran longer than its execution timeout, or its worker stopped reporting.\n\n" +
			"Next: look at the endpoint's logs; if the job was still at work, give it longer with " +
			"policy.execution_timeout, or execution_timeout_ms of the endpoint."
	case job.Status == client.JobCancelled:
		return "Cause: somebody cancelled it, here or elsewhere.\n\nNext: run it again if that was a mistake."
	default:
		return "Cause: the worker failed, or did not accept the input.\n\nNext: look at the endpoint's logs for the " +
			"details, and correct the input or the worker."
	}
}

// adviceOnceGone says what the next applies do after a refresh that found the job gone.
func (m model) adviceOnceGone(record waitRecord) string {
	const from = "Its status is EXPIRED from now on. "
	switch {
	case !m.WaitForCompletion.ValueBool() || !record.pending(m, m.OnFailure.ValueString()):
		return from + "It is not run again; change triggers for that."
	case m.OnFailure.ValueString() == onFailureKeep:
		return from + "It was waited for: the next apply says so once more, and keeps the job as it is, because " +
			"on_failure is \"keep\"."
	case record.Status == waitKept:
		return from + adviceIfKept
	default:
		return from + "It was waited for: the next apply fails for it, and the one after that runs a new job. To " +
			"keep this one instead, set on_failure = \"keep\"."
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

// lostSubmission is a submission whose answer was lost.
type lostSubmission struct {
	endpointID string
	began      time.Time
}

// advice says what to do about it in the resource.
func (l lostSubmission) advice(ctx context.Context, c *client.Client) string {
	return l.describe(ctx, c) + fmt.Sprintf("If the job is there, import it: `terraform import podfleet_job.NAME "+
		"%s/ID`; if it is not, apply again.", l.endpointID)
}

// actionAdvice does the same as advice, for an action, which has nothing to import into.
func (l lostSubmission) actionAdvice(ctx context.Context, c *client.Client) string {
	return l.describe(ctx, c) + "If the job is there, the data source podfleet_job shows how it goes on, and the " +
		"action podfleet_job_cancel ends it; if it is not, invoke this action again."
}

// describe says what may have become of the job, by the endpoint's list of jobs.
func (l lostSubmission) describe(ctx context.Context, c *client.Client) string {
	what := strings.TrimSpace("The job may or may not have been submitted. The provider did not submit it again: it " +
		"could run, and be billed, twice. " + describeHealth(ctx, c, l.endpointID))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), healthTimeout)
	defer cancel()
	jobs, err := c.UnknownJobs(ctx, l.endpointID, l.began)
	switch {
	case err != nil:
		return what + fmt.Sprintf("\n\nNext: look whether the endpoint %s has a job too many: in its log, at its "+
			"webhook, or where its worker writes to. ", l.endpointID)
	case len(jobs) == 0:
		return what + fmt.Sprintf("\n\nThe endpoint %s lists no job that this run has not submitted itself, and that "+
			"can be it: it most likely was not submitted.\n\nNext: ", l.endpointID)
	default:
		return what + fmt.Sprintf("\n\nThe endpoint %s lists these jobs that this run has not submitted itself, newest "+
			"first. If it was submitted, it is most likely the first: %s. The service does not say when a job came: one "+
			"that has ended can be older, and anybody's.\n\nNext: find out whether one of them is it. The data source "+
			"podfleet_jobs lists all of them. ",
			l.endpointID, listJobs(l.endpointID, jobs))
	}
}

// maxJobs keeps a message readable if a queue is long.
const maxJobs = 10

// listJobs lists jobs by their import ids.
func listJobs(endpointID string, jobs []client.Job) string {
	var listed []string
	for _, job := range jobs[:min(len(jobs), maxJobs)] {
		listed = append(listed, fmt.Sprintf("%s/%s (%s)", endpointID, job.ID, job.Status))
	}
	if more := len(jobs) - maxJobs; more > 0 {
		listed = append(listed, fmt.Sprintf("and %d older ones", more))
	}
	return strings.Join(listed, ", ")
}

// submissionFailure describes a failed submission.
func submissionFailure(endpointID string, err error) framework.Failure {
	return framework.Failure{Verb: "submit", Entity: entity, Err: err, Timeout: "create",
		Advice: submissionAdvice(endpointID, err), Reference: "endpoint_id"}
}

// submissionAdvice returns the advice after a refused submission; empty if the usual advice holds.
func submissionAdvice(endpointID string, err error) string {
	var e *client.Error
	switch {
	case !errors.As(err, &e):
		return ""
	case client.IsPaused(err):
		return fmt.Sprintf("The endpoint %s is paused: it has no workers. It was asked again and again, in case that "+
			"had just changed.\n\nNext: set workers_max to 1 or more and apply that first.", endpointID)
	case client.IsNotFound(err):
		return fmt.Sprintf("There is no endpoint %s.\n\nNext: check endpoint_id and queue_url: the endpoint was "+
			"deleted, belongs to another account than this api_key, or is one of another deployment.", endpointID)
	case client.IsTooLarge(err):
		return "The input is larger than the service takes. " + sizeAdvice
	case client.IsRateLimited(err):
		return fmt.Sprintf("The endpoint %s refuses for its rate limit, and did so until the time was up.\n\nNext: "+
			"apply again later, with a lower -parallelism, or give it longer with its timeouts.", endpointID)
	default:
		return ""
	}
}
