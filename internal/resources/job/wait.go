package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// wait is one wait for a job's end: the first one, in a create, or one that goes on
// in an update.
type wait struct {
	job       client.Job // as it was last known
	memory    memory
	submitted time.Time
	// taints is set in a create, where an error taints the object: then the CLI replaces it, and untaint keeps it.
	taints bool
}

// follow waits until the job of a model is done, and runs it again for as long as
// it fails and max_retries allows it. It returns what is known of the job and of
// the wait then. call is the context of the CLI's request, and within the one that
// timeouts { create } bounds.
func (r *Resource) follow(call, within context.Context, m model, w wait, diags *diag.Diagnostics) (model, memory) {
	f := newFollower(within, r.Client, m, w, diags)
	job, err := f.toTheEnd(call, within, w.job)
	var gone *client.JobGone
	if errors.As(err, &gone) && !w.memory.Gone.IsZero() {
		gone.Unseen = w.memory.history(w.submitted).Unseen(w.memory.Gone) // A refresh found it earlier, when more could be told.
	}
	stopped := interrupted(call) && err != nil && gone == nil
	job = m.discreet(w, job)
	summary, detail := f.report(call, within, job, err)
	switch {
	case gone != nil:
		m = m.gone()
	case job.ID != "":
		job.Status = cmp.Or(job.Status, f.last, client.JobInQueue) // Unseen since it was to be run again, which begins there.
		m = m.fromAPI(job)
	}
	remembered := w.memory
	remembered.Retried, remembered.Shown = f.used, f.known.Shown
	if f.last != "" {
		remembered.Last = f.last
	}
	if f.odd != "" {
		diags.AddWarning("The job has a status that this provider does not know",
			fmt.Sprintf("The service called the job %s %q. The provider went on waiting until the status was one that it knows to be the end.", f.id, f.odd))
	}
	switch {
	case summary == "":
		remembered.Wait = waitOver
	case stopped:
		remembered.Wait = waitUnfinished
		diags.AddWarning("Interrupted while waiting for the job", fmt.Sprintf("The job %s on the endpoint %s goes on, and stays in the state as it is. "+
			"The next apply goes on waiting for it, and runs no other; %s.", f.id, f.endpointID, m.onDestroy("a destroy")))
	case m.OnFailure.ValueString() == onFailureKeep:
		remembered.Wait = waitOver
		diags.AddWarning(summary, detail+"\n\non_failure is \"keep\": the job stays as it is, and is not run again.")
	case w.taints:
		remembered.Wait = waitOver
		if !m.final() {
			remembered.Wait = waitUnfinished // Who untaints it waits on.
		}
		diags.AddError(summary, detail+"\n\n"+m.ifTainted())
	default:
		remembered.Wait = waitFailed
		diags.AddError(summary, detail+"\n\n"+m.ifNotTainted())
	}
	return m, remembered
}

func newFollower(ctx context.Context, c *client.Client, m model, w wait, diags *diag.Diagnostics) *follower {
	asked := policyOf(ctx, m.Policy, diags).toRun()
	return &follower{
		client: c, endpointID: m.EndpointID.ValueString(), id: m.ID.ValueString(), timeout: "create", ttl: asked.TTL, lowPriority: asked.LowPriority.Or(false),
		known: w.memory.history(w.submitted), last: w.memory.Last, retries: m.MaxRetries.ValueInt64(), used: w.memory.Retried,
	}
}

// discreet is a job without what it may quote of a secret input. A create can
// hide that, because it has the input; later it may be another one.
func (m model) discreet(w wait, job client.Job) client.Job {
	if _, complains := job.Error.Get(); complains && !w.taints && !m.InputWOVersion.IsNull() {
		job.Error = client.Some(withheldError)
	}
	return job
}

// ifTainted says what comes after an error in a create.
func (m model) ifTainted() string {
	if m.final() {
		return "The job stays in the state, tainted: the next apply runs a new one. " +
			"To keep this one instead, untaint it; on_failure = \"keep\" does not taint."
	}
	return fmt.Sprintf("The job stays in the state, tainted: the next apply runs a new one, and %s. "+
		"To keep this one instead, and to wait on for it, untaint it; on_failure = \"keep\" does not taint.", m.onDestroy("it"))
}

// ifNotTainted says what comes after an error in an update.
func (m model) ifNotTainted() string {
	if m.final() {
		return "The job stays in the state, and the next apply runs a new one. To keep this one instead, set on_failure = \"keep\"."
	}
	return fmt.Sprintf("The job stays in the state. Unless it has completed by then, the next apply runs a new one, and %s. To keep this one instead, set on_failure = \"keep\".", m.onDestroy("it"))
}

// onDestroy is what the end of the resource means for a job that is not done.
func (m model) onDestroy(what string) string {
	if m.CancelOnDestroy.ValueBool() {
		return what + " cancels this one if it is not done by then"
	}
	return what + " leaves this one to itself, because cancel_on_destroy is false"
}

func isGone(err error) bool {
	var gone *client.JobGone
	return errors.As(err, &gone)
}
