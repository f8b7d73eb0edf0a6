package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// follow waits until the job of a model is done, and runs it again for as long as
// it fails and max_retries allows it. It returns what is known of the job then.
// call is the context of the CLI's request, and within the one that its timeout
// bounds.
func (r *Resource) follow(call, within context.Context, m model, job client.Job, submitted time.Time, diags *diag.Diagnostics) model {
	f := follower{client: r.Client, endpointID: m.EndpointID.ValueString(), id: m.ID.ValueString(), timeout: "create"}
	f.ttl = policyOf(within, m.Policy, diags).toRun().TTL
	job, err := f.toTheEnd(within, job, submitted, m.MaxRetries.ValueInt64())
	if job.ID != "" {
		m = m.fromAPI(job)
	}
	if isGone(err) {
		m = m.gone()
	}
	if f.odd != "" {
		diags.AddWarning("The job has a status that this provider does not know",
			fmt.Sprintf("The service called the job %s %q. The provider went on waiting until the status was one that it knows to be the end.", f.id, f.odd))
	}
	summary, detail := f.report(call, within, job, err)
	switch {
	case summary == "":
	case call.Err() != nil:
		diags.AddWarning("Interrupted while waiting for the job", fmt.Sprintf("The job %s on the endpoint %s goes on, and stays in the state as it is. "+
			"The next refresh shows how it went on; %s.", f.id, f.endpointID, m.onDestroy("a destroy")))
	case endedUnseen(err):
		// To run it again could be to pay for it twice.
		diags.AddWarning(summary, detail+"\n\nIts status is EXPIRED from now on. It is not run again; change triggers for that.")
	case m.OnFailure.ValueString() == onFailureKeep:
		diags.AddWarning(summary, detail+"\n\non_failure is \"keep\": the job stays as it is, and is not run again.")
	case m.final():
		diags.AddError(summary, detail+"\n\nThe job stays in the state, tainted: the next apply runs a new one. "+
			"To keep this one instead, untaint it; on_failure = \"keep\" does not taint.")
	default:
		diags.AddError(summary, detail+fmt.Sprintf("\n\nThe job stays in the state, tainted: the next apply runs a new one, and %s. "+
			"To keep this one instead, untaint it; on_failure = \"keep\" does not taint.", m.onDestroy("it")))
	}
	return m
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

// endedUnseen reports whether a job that is gone may have ended while nobody could
// look.
func endedUnseen(err error) bool {
	var gone *client.JobGone
	return errors.As(err, &gone) && gone.Unseen && !client.IsEndpointNotFound(err)
}

// follower follows one job.
type follower struct {
	client         *client.Client
	endpointID, id string
	timeout        string                 // what the timeouts block calls the operation
	ttl            client.Optional[int64] // ms
	// progress is told of each status that is another than the last; nil is allowed.
	progress func(client.Job)

	again   int64            // how often the job was run again
	refused error            // why it was not run again, although it should have been
	odd     client.JobStatus // a status that is not known, if there was one
	last    client.JobStatus
}

// toTheEnd waits until the job is done, running it again up to retries times. job
// is what is known of it, which may be its end.
func (f *follower) toTheEnd(ctx context.Context, job client.Job, submitted time.Time, retries int64) (client.Job, error) {
	for {
		if !job.Status.Final() {
			seen, err := f.client.WaitJob(ctx, f.endpointID, f.id, submitted, f.seen)
			if seen.ID != "" {
				job = seen
			}
			if err != nil {
				return job, err
			}
		}
		if !job.Status.Retryable() || f.again >= retries {
			return job, nil
		}
		// A lost answer is not repeated either: the next look shows what it did, and it has used up one retry.
		retried, err := f.client.RetryJob(ctx, f.endpointID, f.id)
		switch {
		case err == nil:
			f.seen(retried)
			job = retried
		case client.OutcomeUnknown(err) && ctx.Err() == nil:
			job = client.Job{ID: f.id}
		default:
			f.refused = err
			return job, nil
		}
		f.again++
		submitted = time.Now()
	}
}

func (f *follower) seen(job client.Job) {
	if !job.Status.Known() {
		f.odd = job.Status
	}
	if f.progress != nil && job.Status != f.last {
		f.progress(job)
	}
	f.last = job.Status
}

// report is what to say of the end of the wait; nothing if the job completed.
func (f *follower) report(call, within context.Context, job client.Job, err error) (summary, detail string) {
	switch {
	case err == nil && job.Status == client.JobCompleted:
		return "", ""
	case err == nil:
		summary, detail = fmt.Sprintf("The job ended %s", job.Status), endOf(f.endpointID, job)
	case isGone(err):
		summary, detail = "The job is gone", goneBefore(f.endpointID, f.id, job.Status, f.ttl, err)
	case call.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		if job.ID == "" {
			job.ID = f.id
		}
		summary, detail = "The job is not done in time", notDone(f.endpointID, job, healthOf(within, f.client, f.endpointID), f.timeout)
		if trouble := (*client.Error)(nil); errors.As(err, &trouble) {
			detail += "\n\nThe last look failed: " + trouble.Error()
		}
	default:
		summary, detail = "The job could not be watched to its end", fmt.Sprintf(
			"The job %s on the endpoint %s goes on, as far as is known. Reason: %s", f.id, f.endpointID, err)
	}
	if f.again > 0 {
		detail += fmt.Sprintf("\n\nTimes it was run again (max_retries): %d.", f.again)
	}
	if f.refused != nil {
		detail += "\n\nIt was not run again as max_retries says: " + f.refused.Error()
	}
	return summary, detail
}
