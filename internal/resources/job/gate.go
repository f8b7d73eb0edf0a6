package job

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// The gate that a job is for the objects that depend on it. Whether an apply waits stands in the state and in the
// configuration, in no record: as long as the job has not completed, each apply waits for it, or fails. Under "keep",
// its end is enough. None of them submits another job by itself. After an error in the create, the CLI does, because
// the object is tainted.

// waits reports whether an apply of this plan has to see the job complete or, under "keep", end.
func (m model) waits(state model) bool {
	isEnough := state.completed() || m.OnFailure.ValueString() == onFailureKeep && state.final()
	return (m.WaitForCompletion.IsUnknown() || m.WaitForCompletion.ValueBool()) && !isEnough
}

// newWait returns a wait for the job of a model. job is the job as it is last known.
func (r *Resource) newWait(m model, job jobs.Job) *wait {
	return &wait{
		client: r.Client, endpointID: m.EndpointID.ValueString(), id: m.ID.ValueString(), timeoutName: "create", job: job,
	}
}

// judge adds the diagnostics that the end of a wait calls for, and returns the model as it is then. err is the result
// of untilDone. After an error in a create the object is tainted.
func (w *wait) judge(
	request, bounded context.Context, m model, err error, inCreate bool, diags *diag.Diagnostics,
) model {
	if !inCreate {
		w.job = m.redactError(w.job) // A create redacts by the input itself; here that can be another one by now.
	}
	summary, detail := w.verdict(request, bounded, err)
	switch {
	case isGone(err):
		m = m.expire()
	case w.job.Status != "":
		m = m.fromAPI(w.job)
	}
	switch {
	case summary == "":
		warnOfError(w.endpointID, w.job, diags)
	case err != nil && !isGone(err) && interrupted(request):
		diags.AddWarning(objectOf(w.id).About("Interrupted while waiting for the job"),
			fmt.Sprintf("The job %s on the endpoint %s is still running or queued, and is billed while it "+
				"runs.\n\nNext: apply again. %s", w.id, w.endpointID, adviceWhileItRuns))
	case m.OnFailure.ValueString() == onFailureKeep:
		diags.AddWarning(objectOf(w.id).About(summary), framework.BeforeNext(detail,
			`on_failure is "keep": the job stays as it is, and the provider does not run it again. `+toRunANewOne))
	case inCreate:
		diags.AddError(summary, framework.BeforeNext(detail, m.adviceIfTainted()))
	case m.final():
		diags.AddError(summary, framework.BeforeNext(detail, adviceOnceEnded))
	default:
		diags.AddError(summary, framework.BeforeNext(detail, adviceWhileItRuns))
	}
	return m
}

// toRunANewOne says how to run a job again that the provider does not run again by itself.
const toRunANewOne = "To run a new one, change triggers, or apply with -replace and the address of this resource."

// adviceOnceEnded says what becomes of a job that did not end COMPLETED, and is not tainted.
const adviceOnceEnded = "The job stays in the state. Each apply fails because of this job, and none submits a job by " +
	`itself. To accept this job, set on_failure = "keep". ` + toRunANewOne

// adviceIfTainted completes an error in a create.
func (m model) adviceIfTainted() string {
	const tainted = "The job stays in the state, tainted: the next apply runs a new one. "
	if m.final() {
		return tainted + `To accept this one instead, set on_failure = "keep", and run ` + "`terraform untaint` with its " +
			"address: the apply then also creates the resources that depend on it."
	}
	return tainted + "It cancels this one if it has not ended by then, unless cancel_on_destroy is false. To keep this " +
		"one instead and continue to wait for it, run `terraform untaint` with its address."
}

// adviceWhileItRuns says what becomes of a job that has not ended and is not tainted, and how to end it, and no other
// object of the configuration.
const adviceWhileItRuns = "The job stays in the state. The next apply continues to wait and submits no other job. To " +
	"end the job instead, use the action podfleet_job_cancel. Or remove its block and apply: that cancels only this " +
	"job, unless cancel_on_destroy is false. If the block has count or for_each, keep it, and remove only the instance " +
	"of this job from it."
