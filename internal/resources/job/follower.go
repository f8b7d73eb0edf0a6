package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// follower waits for the end of one job, for the resource as for the actions.
type follower struct {
	client         *client.Client
	endpointID, id string
	timeout        string                 // what the timeouts block calls the operation
	ttl            client.Optional[int64] // ms
	lowPriority    bool
	// known is what was known of the job when the wait began, and from then on what the wait itself has seen.
	known client.JobHistory
	// retries is how often the job may be run again, those of an earlier wait included.
	retries int64
	// progress is told of each status that is another than the last; nil is allowed.
	progress func(client.Job)

	used    int64            // how many of the retries are used up
	again   int64            // how often this wait is known to have run the job again
	refused error            // why it was not run again, although it should have been
	asked   *askedAgain      // the last retry, where it is not known whether it was carried out
	odd     client.JobStatus // a status that is not known, if there was one
	last    client.JobStatus // the last that was seen; empty if there was none
}

// askedAgain is a request to run a job again whose answer says nothing.
type askedAgain struct {
	of  client.Job // as it was before
	err error
}

// errNoTimeLeft is why a job is not run again at the end of the time for it.
var errNoTimeLeft = errors.New("the time for it was up")

// toTheEnd waits until the job is done, running it again as often as it is allowed
// to. job is what is known of it, which may be its end. call is the context of the
// CLI's request, and within the one that the timeout bounds.
func (f *follower) toTheEnd(call, within context.Context, job client.Job) (client.Job, error) {
	for {
		if !job.Status.Final() {
			seen, err := f.client.WaitJob(within, f.endpointID, f.id, f.known, f.seen)
			if seen.ID != "" {
				job = seen
			}
			if errors.Is(err, context.DeadlineExceeded) && !interrupted(call) {
				job, err = f.lookOnceMore(call, within, job, err)
			}
			if err != nil {
				return job, err
			}
		}
		switch {
		case !job.Status.Retryable() || f.used >= f.retries:
			return job, nil
		case interrupted(call):
			return job, call.Err()
		case isOver(within):
			f.refused = errNoTimeLeft
			return job, nil
		}
		retried, err := f.client.RetryJob(within, f.endpointID, f.id)
		switch {
		case err == nil:
			f.again++
			f.known.Submitted = time.Now()
			f.seen(retried)
			job = retried
		case client.OutcomeUnknown(err):
			// It is not asked for twice either: the next look shows what came of it.
			f.asked = &askedAgain{of: job, err: err}
			f.known.Submitted = time.Now()
			f.last = ""
			job = client.Job{ID: f.id}
		case interrupted(call):
			return job, call.Err()
		default:
			f.refused = err
			return job, nil
		}
		f.used++
	}
}

func isOver(ctx context.Context) bool { return ctx.Err() != nil }

// interrupted reports whether the CLI's request was cancelled, as Ctrl-C does. A request whose time is up was not.
func interrupted(call context.Context) bool { return errors.Is(call.Err(), context.Canceled) }

// lookOnceMore looks at the job when the time for it is up. job and err are what
// the wait came to.
func (f *follower) lookOnceMore(call, within context.Context, job client.Job, err error) (client.Job, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(within), f.client.LastLook())
	defer cancel()
	defer context.AfterFunc(call, func() {
		if interrupted(call) {
			cancel()
		}
	})()
	seen, trouble := f.client.LastLookAtJob(ctx, f.endpointID, f.id, f.known, f.seen)
	switch refusal := (*client.Error)(nil); {
	case seen.ID != "" && trouble == nil && seen.Status.Final():
		return seen, nil
	case isGone(trouble):
		return job, trouble
	case seen.ID != "":
		return seen, context.DeadlineExceeded
	case errors.As(trouble, &refusal):
		return job, fmt.Errorf("%w; gave up waiting: %w", refusal, context.DeadlineExceeded)
	default:
		return job, err
	}
}

// seen is told of each look.
func (f *follower) seen(job client.Job) {
	if !job.Status.Known() {
		f.odd = job.Status
	}
	if f.asked != nil && f.asked.was(job) {
		f.again++
		f.asked = nil
	}
	if f.progress != nil && job.Status != f.last {
		f.progress(job)
	}
	f.last, f.known.Shown = job.Status, time.Now().Round(0)
}

// was reports whether a job was run again: it is at work, or has ended in another
// way than before.
func (a *askedAgain) was(job client.Job) bool {
	return !job.Status.Retryable() || job.Status != a.of.Status || job.WorkerID != a.of.WorkerID ||
		job.DelayTime != a.of.DelayTime || job.ExecutionTime != a.of.ExecutionTime
}

// report is what to say of the end of the wait; nothing if the job completed.
func (f *follower) report(call, within context.Context, job client.Job, err error) (summary, detail string) {
	job.ID = f.id
	if job.Status == "" {
		job.Status = f.last
	}
	switch {
	case err == nil && job.Status == client.JobCompleted:
		return "", ""
	case err == nil:
		summary, detail = fmt.Sprintf("The job ended %s", job.Status), endOf(f.endpointID, job)
	case isGone(err):
		summary, detail = "The job is gone", goneBefore(f.endpointID, f.id, job.Status, f.ttl, err)
	case !interrupted(call) && errors.Is(err, context.DeadlineExceeded):
		summary, detail = "The job is not done in time", f.notDone(job, healthOf(within, f.client, f.endpointID))
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
	switch {
	case f.refused != nil:
		detail += "\n\nIt was not run again as max_retries says: " + f.refused.Error()
	case f.asked != nil:
		detail += "\n\nIt was to be run again, as max_retries says, and it does not show that it was: " + f.asked.err.Error()
	}
	return summary, detail
}
