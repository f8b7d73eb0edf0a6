package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// watcher waits for the end of one job, for the resource as for the actions, and runs it again as max_retries allows.
type watcher struct {
	client         *client.Client
	endpointID, id string
	timeoutName    string                  // the operation's name in the timeouts block
	ttl            members.Optional[int64] // in milliseconds
	lowPriority    bool
	// maxRetries limits how often the job may be run again, the retries of an earlier wait included.
	maxRetries int64
	// job is the job as it is last known. Its status is empty if that is not known.
	job client.Job
	// onStatus is called with each answer whose status is not the last one's; nil is allowed.
	onStatus func(client.Job)

	// history has the facts about the job from before the wait, and then those that the wait itself has seen.
	history          client.JobHistory
	looked           bool             // the wait has seen the job
	justAccepted     bool             // the service accepted the job just before the wait
	lastStatus       client.JobStatus // empty before the first answer
	unknownStatus    client.JobStatus // one that this provider does not know; empty if there was none
	retriesUsed      int64
	retriesConfirmed int64             // of this wait, those that the service is known to have carried out
	retryError       error             // why the job was not run again although a retry was left
	unconfirmed      *unconfirmedRetry // the last retry, while it is not known whether the service carried it out
}

// unconfirmedRetry is a request to run a job again whose answer was lost.
type unconfirmedRetry struct {
	before client.Job
	err    error
}

// errNoTimeLeft explains that a job is not run again because its time is up.
var errNoTimeLeft = errors.New("the operation had timed out")

// waitUntilDone waits until the job is done, and runs it again as often as it may. A job that has ended before is not
// read again. request is the context of the CLI's request; bounded ends with the operation's timeout.
func (w *watcher) waitUntilDone(request, bounded context.Context) error {
	log := framework.NewWaitLog(fmt.Sprintf("the job %s on the endpoint %s to end", w.id, w.endpointID))
	for {
		if !w.job.Status.Final() {
			seen, err := w.client.WaitJob(bounded, w.endpointID, w.id, w.history, func(job client.Job) {
				if w.observe(job); !job.Status.Final() {
					log.Saw(bounded, string(job.Status))
				}
			})
			if seen.ID != "" {
				w.job = seen
			}
			if errors.Is(err, context.DeadlineExceeded) && !interrupted(request) {
				err = w.lookAfterTimeout(request, bounded, err)
			}
			if err != nil {
				return err
			}
		}
		switch {
		case !w.job.Status.Retryable() || w.retriesUsed >= w.maxRetries:
			return nil
		case interrupted(request):
			return request.Err()
		case bounded.Err() != nil:
			w.retryError = errNoTimeLeft
			return nil //nolint:nilerr // The job has ended: its end is the result.
		}
		retried, err := w.client.RetryJob(bounded, w.endpointID, w.id)
		switch {
		case err == nil:
			w.retriesConfirmed++
			w.history.Submitted = time.Now()
			w.observe(retried)
			w.job = retried
		case transport.OutcomeUnknown(err):
			// It is not repeated, because it could run twice. The next answer shows whether it was carried out.
			w.unconfirmed = &unconfirmedRetry{before: w.job, err: err}
			w.history.Submitted, w.history.Ended = time.Now(), false
			w.lastStatus = ""
			w.job = client.Job{ID: w.id}
		case interrupted(request):
			return request.Err()
		default:
			w.retryError = err
			return nil
		}
		w.retriesUsed++
	}
}

// interrupted reports whether the CLI's request was cancelled, as Ctrl-C does. A request whose time is up was not.
func interrupted(request context.Context) bool { return errors.Is(request.Err(), context.Canceled) }

// lookAfterTimeout looks at the job once more when its time is up. err is the error of the wait.
func (w *watcher) lookAfterTimeout(request, bounded context.Context, err error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(bounded), w.client.LastLook())
	defer cancel()
	defer context.AfterFunc(request, func() {
		if interrupted(request) {
			cancel()
		}
	})()
	seen, lookErr := w.client.LastLookAtJob(ctx, w.endpointID, w.id, w.history, w.observe)
	switch apiError := (*transport.Error)(nil); {
	case seen.ID != "" && lookErr == nil && seen.Status.Final():
		w.job = seen
		return nil
	case isGone(lookErr):
		return lookErr
	case seen.ID != "":
		w.job = seen
		return context.DeadlineExceeded
	case errors.As(lookErr, &apiError):
		return fmt.Errorf("%w; gave up waiting: %w", apiError, context.DeadlineExceeded)
	default:
		return err
	}
}

// observe records an answer for the job.
func (w *watcher) observe(job client.Job) {
	if !job.Status.Known() {
		w.unknownStatus = job.Status
	}
	if w.unconfirmed != nil && w.unconfirmed.carriedOut(job) {
		w.retriesConfirmed++
		w.unconfirmed = nil
	}
	if w.onStatus != nil && job.Status != w.lastStatus {
		w.onStatus(job)
	}
	w.lastStatus, w.looked = job.Status, true
	w.history.Shown, w.history.Ended, w.history.Missing = time.Now().Round(0), job.Status.Final(), false
}

// carriedOut reports whether the job was run again: it is running, or has ended in another way than before.
func (r *unconfirmedRetry) carriedOut(job client.Job) bool {
	before := r.before
	return !job.Status.Retryable() || job.Status != before.Status || job.WorkerID != before.WorkerID ||
		job.DelayTime != before.DelayTime || job.ExecutionTime != before.ExecutionTime
}

// verdict returns the diagnostic that the end of the wait calls for; its summary is empty if the job completed. err is
// the result of waitUntilDone.
func (w *watcher) verdict(request, bounded context.Context, err error) (summary, detail string) {
	job := w.job
	job.ID = w.id
	if job.Status == "" {
		job.Status = w.lastStatus
	}
	switch {
	case err == nil && job.Status == client.JobCompleted:
		return "", ""
	case err == nil:
		summary, detail = fmt.Sprintf("The job ended %s", job.Status), describeEnd(w.endpointID, job)
	case isGone(err):
		summary, detail = "The job no longer exists", describeGone(w.endpointID, w.id, job.Status, w.ttl, err)
	case !interrupted(request) && errors.Is(err, context.DeadlineExceeded):
		summary = "The job is not done in time"
		detail = w.describeNotDone(job, describeHealth(bounded, w.client, w.endpointID), err)
	default:
		summary = "The provider could not wait for the job to end"
		detail = fmt.Sprintf("%s\n\n"+
			"Reason: %s\n\n"+
			"Next: check queue_url, api_key and the network, and check the job with the data source podfleet_job.",
			w.describeLastSeen(job.Status), err)
	}
	if w.retriesConfirmed > 0 {
		detail = framework.BeforeNext(detail, fmt.Sprintf("Retries (max_retries): %d.", w.retriesConfirmed))
	}
	switch {
	case w.retryError != nil:
		detail = framework.BeforeNext(detail,
			"The provider did not run it again, although max_retries allows it: "+w.retryError.Error())
	case w.unconfirmed != nil:
		detail = framework.BeforeNext(detail, "The provider sent a retry (max_retries), and the job does not show that it "+
			"runs again: "+w.unconfirmed.err.Error())
	}
	return summary, detail
}

func isGone(err error) bool {
	var gone *client.JobGone
	return errors.As(err, &gone)
}
