package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// wait is one wait for the end of a job, for the resource as for the actions: it waits, looks once more when its time
// is up, and then judges.
type wait struct {
	client         *client.Client
	endpointID, id string
	timeoutName    string // the operation's name in the timeouts block
	policy         jobs.Policy
	maxRetries     int64
	// job is the job as it was seen last, at the time seen. That time is zero before the wait has seen it, and then the
	// job is the one that the caller knows.
	job  jobs.Job
	seen time.Time
	// onStatus is called with each new status; nil is allowed. told is the last one.
	onStatus func(jobs.Status)
	told     jobs.Status

	retries    int64 // that were sent
	retryError error // of the last one; nil if the service carried it out
}

// errNotEnded is the error of a wait whose time is up, if its last look showed the job.
var errNotEnded = fmt.Errorf("the job has not ended: %w", context.DeadlineExceeded)

// interrupted reports whether the CLI's request was cancelled, as Ctrl-C does. A request whose time is up was not.
func interrupted(request context.Context) bool { return errors.Is(request.Err(), context.Canceled) }

// waitUntilDone waits until the job is done, and runs it again as often as it may. A job that has ended before is not
// read again. request is the context of the CLI's request; bounded ends with the operation's timeout.
func (w *wait) waitUntilDone(request, bounded context.Context) error {
	for {
		if !w.job.Status.Final() {
			if err := w.waitOnce(request, bounded); err != nil {
				return err
			}
		}
		if !w.job.Status.Retryable() || w.retries >= w.maxRetries || bounded.Err() != nil {
			return nil //nolint:nilerr // The job has ended: its end is the result.
		}
		w.retries++
		var retried jobs.Job
		retried, w.retryError = w.client.RetryJob(bounded, w.endpointID, w.id)
		switch {
		case w.retryError == nil:
			w.observe(retried)
		case transport.OutcomeUnknown(w.retryError):
			// It is not repeated, because it could run twice. The next look shows its end.
			w.job = jobs.Job{ID: w.id, Status: jobs.InQueue}
		default:
			return nil
		}
	}
}

// waitOnce waits until the job ends, or the time is up and a last look shows that it goes on.
func (w *wait) waitOnce(request, bounded context.Context) error {
	log := framework.WaitLog(fmt.Sprintf("the job %s on the endpoint %s to end", w.id, w.endpointID))
	_, err := w.client.WaitJob(bounded, w.endpointID, w.id, func(job jobs.Job) {
		if w.observe(job); !job.Status.Final() {
			log.Saw(bounded, string(job.Status))
		}
	})
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
	w.tell(job.Status)
	w.job, w.seen = job, time.Now()
}

func (w *wait) tell(status jobs.Status) {
	if w.onStatus != nil && status != w.told {
		w.onStatus(status)
	}
	w.told = status
}

// verdict returns the diagnostic that the end of the wait calls for; its summary is empty if the job completed. err is
// the result of waitUntilDone.
func (w *wait) verdict(request, bounded context.Context, err error) (summary, detail string) {
	switch {
	case err == nil && w.job.Status == jobs.Completed:
		return "", ""
	case err == nil:
		summary, detail = fmt.Sprintf("The job ended %s", w.job.Status), describeEnd(w.endpointID, w.job)
	case isGone(err):
		summary = "The job no longer exists"
		detail = describeGone(w.endpointID, w.id, w.job.Status, w.policy.TTL, err)
	case !interrupted(request) && errors.Is(err, context.DeadlineExceeded):
		summary, detail = "The job is not done in time", w.describeNotDone(bounded, err)
	default:
		summary = "The provider could not wait for the job to end"
		detail = fmt.Sprintf("%s\n\n"+
			"Reason: %s\n\n"+
			"Next: check queue_url, api_key and the network, and check the job with the data source podfleet_job.",
			w.lastSeen(), err)
	}
	if w.retries > 0 {
		retries := fmt.Sprintf("Retries (max_retries): %d.", w.retries)
		if w.retryError != nil {
			retries += fmt.Sprintf(" The last one failed: %v", w.retryError)
		}
		detail = framework.BeforeNext(detail, retries)
	}
	return summary, detail
}

func isGone(err error) bool {
	var gone *jobs.Gone
	return errors.As(err, &gone)
}
