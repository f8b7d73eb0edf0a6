package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// wait is one wait for the end of a job, for the resource as for the actions: it waits, looks once more when its time
// is up, and then judges.
type wait struct {
	client         *client.Client
	endpointID, id string
	timeoutName    string // the operation's name in the timeouts block
	// job is the job as it was seen last, at the time seen. That time is zero before the wait has seen it, and then the
	// job is the one that the caller knows.
	job  jobs.Job
	seen time.Time
	// onStatus is called with each new status; nil is allowed.
	onStatus func(jobs.Status)
	// onStream is called with the chunks of the output as they come; nil is allowed.
	onStream func(jobs.Stream)
}

// errNotEnded is the error of a wait whose time is up, if its last look showed the job.
var errNotEnded = fmt.Errorf("the job has not ended: %w", context.DeadlineExceeded)

// interrupted reports whether the CLI's request was cancelled, as Ctrl-C does. A request whose time is up was not.
func interrupted(request context.Context) bool { return errors.Is(request.Err(), context.Canceled) }

// untilDone waits until the job ends, or the time is up and a last look shows that it goes on. A job that has ended
// before is not read again. request is the context of the CLI's request; bounded ends with the operation's timeout.
func (w *wait) untilDone(request, bounded context.Context) error {
	if w.job.Status.Final() {
		return nil
	}
	log := framework.WaitLog(fmt.Sprintf("the job %s on the endpoint %s to end", w.id, w.endpointID))
	_, err := w.client.FollowJob(bounded, w.endpointID, w.id, func(job jobs.Job) {
		if w.observe(job); !job.Status.Final() {
			log.Saw(bounded, string(job.Status))
		}
	}, w.onStream)
	if !errors.Is(err, context.DeadlineExceeded) || interrupted(request) {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(bounded), w.client.LastLook())
	defer cancel()
	job, failure := w.client.GetJob(ctx, w.endpointID, w.id)
	if failure != nil {
		return fmt.Errorf("%w; %w", failure, err)
	}
	if w.observe(job); !job.Status.Final() {
		return errNotEnded
	}
	return nil
}

// observe records an answer for the job.
func (w *wait) observe(job jobs.Job) {
	if w.onStatus != nil && (w.seen.IsZero() || job.Status != w.job.Status) {
		w.onStatus(job.Status)
	}
	w.job, w.seen = job, time.Now()
}

// verdict returns the diagnostic that the end of the wait calls for; its summary is empty if the job completed. err is
// the result of untilDone.
func (w *wait) verdict(request, bounded context.Context, err error) (summary, detail string) {
	switch {
	case err == nil && w.job.Status == jobs.Completed:
	case err == nil:
		summary, detail = fmt.Sprintf("The job ended %s", w.job.Status), describeEnd(w.endpointID, w.job)
	case isGone(err):
		summary, detail = "The job no longer exists", describeGone(w.endpointID, w.id, err)
	case !interrupted(request) && errors.Is(err, context.DeadlineExceeded):
		summary, detail = "The job is not done in time", w.describeUnfinished(bounded, err)
	default:
		summary, detail = "The provider could not wait for the job to end", w.describeUnfinished(bounded, err)
	}
	return summary, detail
}

func isGone(err error) bool {
	var gone *jobs.Gone
	return errors.As(err, &gone)
}
