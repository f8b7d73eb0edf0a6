package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// wait is one wait of the resource for a job's end: the first one in a create, or one that continues in an update.
type wait struct {
	watcher
	record    waitRecord // as it was before the wait
	submitted time.Time
	// inCreate: an error taints the object. Then the CLI replaces it, and untaint keeps it.
	inCreate bool
}

// newWait returns a wait for the job of a model. job is the job as it is last known.
func (r *Resource) newWait(m model, job client.Job, record waitRecord, submitted time.Time) *wait {
	configured := policyOf(m.Policy).toAPI()
	w := &wait{record: record, submitted: submitted, watcher: watcher{
		client: r.Client, endpointID: m.EndpointID.ValueString(), id: m.ID.ValueString(), timeoutName: "create",
		ttl: configured.TTL, lowPriority: configured.LowPriority.Or(false), maxRetries: m.MaxRetries.ValueInt64(),
		job: job, history: record.history(m, submitted),
		lastStatus: record.LastStatus, retriesUsed: record.RetriesUsed,
	}}
	if job.Status.Final() && (record.Status == waitKept || record.Status == waitNone) {
		w.maxRetries = w.retriesUsed // It ended before this wait, which only gives a verdict.
	}
	return w
}

// conclude adds the diagnostics that the end of a wait calls for, and returns the model and the record of the wait as
// they are then. err is the result of waitUntilDone.
func (w *wait) conclude(
	request, bounded context.Context, m model, err error, diags *diag.Diagnostics,
) (model, waitRecord) {
	var gone *client.JobGone
	if errors.As(err, &gone) && !w.record.GoneAt.IsZero() {
		// A refresh found the job missing, earlier than this wait.
		known := w.record.history(m, w.submitted)
		gone.Unseen, gone.TTLOver = known.Unseen(w.record.GoneAt), known.TTLOver(w.record.GoneAt)
	}
	if !w.inCreate {
		w.job = m.redactJobError(w.job) // A create redacts by the input itself; here that can be another one by now.
	}
	end := jobEnd{stopped: interrupted(request) && err != nil && gone == nil}
	end.summary, end.detail = w.verdict(request, bounded, err)
	job := w.job
	switch {
	case gone != nil:
		m = m.expire()
	case job.ID != "":
		job.Status = cmp.Or(job.Status, w.lastStatus,
			client.JobInQueue) // Without an answer since a retry, which begins in the queue.
		m = m.fromAPI(job)
	}
	if w.unknownStatus != "" {
		diags.AddWarning(objectOf(w.id).About("The job has an unknown status"),
			fmt.Sprintf("The service returned the status of the job %s as %q, which this provider does not support. The "+
				"provider waited until the job had a status that it supports and that is final.", w.id, w.unknownStatus))
	}
	if end.summary == "" {
		warnOfError(w.endpointID, job, diags)
	}
	record := w.recorded(gone != nil)
	record.Status = w.judge(m, end, diags)
	return m, record
}

// jobEnd describes the end of a wait for a job.
type jobEnd struct {
	// summary and detail are the diagnostic that it calls for; summary is empty if the job completed.
	summary, detail string
	// stopped: the CLI was interrupted, and the job goes on.
	stopped bool
}

// recorded returns the record with what the wait has seen since. gone: the service no longer has the job.
func (w *wait) recorded(gone bool) waitRecord {
	record := w.record
	if record.RetriesUsed = w.retriesUsed; w.looked {
		record.SeenAt, record.GoneAt = w.history.Shown, time.Time{}
	}
	if gone && record.GoneAt.IsZero() {
		record.GoneAt = time.Now().Round(0)
	}
	record.LastStatus = cmp.Or(w.lastStatus, record.LastStatus)
	return record
}

// judge adds the diagnostic that the end of the wait calls for, and returns how far the wait has come. m is the job as
// it is in the state then.
func (w *wait) judge(m model, end jobEnd, diags *diag.Diagnostics) waitStatus {
	was := w.record.Status
	switch {
	case end.summary == "":
		return waitOver
	case end.stopped:
		diags.AddWarning(objectOf(m.ID.ValueString()).About("Interrupted while waiting for the job"),
			fmt.Sprintf("The job %s on the endpoint %s is still running or queued. The state keeps it as it is. "+
				"It is billed while it runs.\n\nNext: apply again. The next apply continues to wait and submits no other job. %s",
				m.ID.ValueString(), m.EndpointID.ValueString(), m.howToEnd()))
		if was == waitKept {
			return waitKept
		}
		return waitUnfinished
	case m.OnFailure.ValueString() == onFailureKeep:
		diags.AddWarning(objectOf(m.ID.ValueString()).About(end.summary), framework.BeforeNext(end.detail,
			`on_failure is "keep": the job stays as it is, and the provider does not run it again. `+toRunANewOne))
		return waitKept
	case w.inCreate:
		diags.AddError(end.summary, framework.BeforeNext(end.detail, m.adviceIfTainted()))
		if !m.final() {
			return waitUnfinished // If it is untainted, the next apply waits on.
		}
		return waitOver
	case was == waitKept:
		diags.AddError(end.summary, framework.BeforeNext(end.detail, adviceIfKept))
		return waitKept
	default:
		diags.AddError(end.summary, framework.BeforeNext(end.detail, m.adviceIfNotTainted()))
		return waitFailed
	}
}

// adviceIfTainted completes an error in a create.
func (m model) adviceIfTainted() string {
	if m.final() {
		return "The job stays in the state, tainted: the next apply runs a new one. To keep this one instead, run " +
			"`terraform untaint` with its address: the apply then also creates the resources that depend on it. With " +
			"on_failure = \"keep\", a job is not tainted."
	}
	return fmt.Sprintf("The job stays in the state, tainted: the next apply runs a new one, and %s. To keep this one "+
		"instead and continue to wait for it, run `terraform untaint` with its address. With on_failure = \"keep\", a job "+
		"is not tainted.",
		m.onDestroy("it"))
}

// adviceIfNotTainted completes an error in an update.
func (m model) adviceIfNotTainted() string {
	if m.final() {
		return "The job stays in the state, and the next apply runs a new one. To keep this one instead, set " +
			"on_failure = \"keep\"."
	}
	return fmt.Sprintf("The job stays in the state. Unless it has completed by then, the next apply runs a new one, "+
		"and %s. To keep this one instead, set on_failure = \"keep\".", m.onDestroy("it"))
}

// adviceIfKept completes an error about a job that on_failure = "keep" has kept.
const adviceIfKept = `The job stays in the state. The provider kept it because on_failure was "keep". Now ` +
	`on_failure is "fail": each apply fails because of this job, and none submits a job by itself. To accept this job, ` +
	`set on_failure = "keep" again. ` + toRunANewOne

// toRunANewOne says how to run a job again that the provider does not run again by itself.
const toRunANewOne = "To run a new one, change triggers, or apply with -replace and the address of this resource."

// howToEnd says how to end an unfinished job, and no other object of the configuration.
func (m model) howToEnd() string {
	if m.CancelOnDestroy.ValueBool() {
		return "To end the job instead, remove its block and apply: that cancels only this job. If the block has count or " +
			"for_each, keep it, and remove only the instance of this job from it."
	}
	return "To end the job instead, use the action podfleet_job_cancel: cancel_on_destroy is false, so to remove its " +
		"block does not cancel it."
}

// onDestroy says what happens to an unfinished job when its resource is destroyed. subject names the operation
// that destroys it.
func (m model) onDestroy(subject string) string {
	if m.CancelOnDestroy.ValueBool() {
		return subject + " cancels this one if it has not ended by then"
	}
	return subject + " does not cancel this one, because cancel_on_destroy is false"
}
