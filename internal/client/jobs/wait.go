package jobs

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// FollowJob follows a job until it is final, and returns what it saw last. It makes long polls if the service offers
// them, and plain requests with pauses if it does not. onAnswer is called with every answer, and onStream with the
// chunks of the job's output as they come; nil is allowed for both. Chunks that are lost are no error: see StreamJob.
//
// A service that cannot be reached for a while does not end the wait: the job is still running. The wait ends with ctx,
// with a rejection that the service repeats (believedRejections), and with a job that is gone: see Gone. A single
// 404 proves nothing: see doubt.
func (q *Queue) FollowJob(
	ctx context.Context, endpointID, id string, onAnswer func(Job), onStream func(Stream),
) (last Job, err error) {
	w := jobWait{queue: q, endpointID: endpointID, id: id, onStream: onStream}
	doubt := doubt{queue: q, endpointID: endpointID, id: id}
	err = q.fleet.Poll(ctx, func(ctx context.Context) (bool, error) {
		answer, err := w.look(ctx)
		job, decided, err := doubt.weigh(ctx, answer, err)
		if err != nil {
			return w.onFailure(err, decided)
		}
		last, w.rejections = job, 0
		if onAnswer != nil {
			onAnswer(job)
		}
		return job.Status.Final(), nil
	})
	return last, err
}

// jobWait is one job that is waited for.
type jobWait struct {
	queue          *Queue
	endpointID, id string
	// onStream gets the chunks; nil if no caller wants them, or there is no stream.
	onStream func(Stream)
	// plain is set if the wait must make no long polls.
	plain bool
	// rejections counts the rejections since anything else was answered.
	rejections int
}

// believedRejections is the number of rejections in a row that end the wait: front ends now and then reject requests
// that succeed when repeated, and a job that is given up may be run, and paid for, again.
const believedRejections = 3

// onFailure decides what a failed look means for the wait. decided is the result of doubt.weigh.
func (w *jobWait) onFailure(err error, decided bool) (done bool, _ error) {
	switch {
	case !decided || transport.IsTransient(err):
		w.rejections = 0
		return false, err
	case transport.IsNotFound(err):
		return true, err
	}
	w.rejections++
	return w.rejections == believedRejections, err
}

// look gets the job, with its stream if there is one to pass on, or a long poll if that is offered. It makes no further
// one if the deployment may not have them, or a front end may not let an answer take that long.
func (w *jobWait) look(ctx context.Context) (Job, error) {
	wait := w.queue.longPollTime()
	switch {
	case w.plain || wait < minLongPoll:
		return w.queue.GetJob(ctx, w.endpointID, w.id)
	case w.onStream != nil:
		return w.stream(ctx)
	}
	job, err := w.queue.longPoll(ctx, w.endpointID, w.id, wait)
	var e *transport.Error
	switch {
	case !errors.As(err, &e) || ctx.Err() != nil:
	case e.Status == http.StatusMethodNotAllowed, e.Status == http.StatusNotFound && transport.Subject(e) == "":
		w.plain = true
		return w.look(ctx) // No such operation, or no such job: the plain request shows which.
	case e.Kind == transport.KindNetwork || e.Kind == transport.KindUnavailable:
		w.plain = true
	}
	return job, err
}

// The longest wait that a long poll asks for, because front ends hang up after a hundred seconds, and the shortest that
// the service offers (contract 3.2).
const (
	maxLongPoll = 90 * time.Second
	minLongPoll = time.Second
)

// longPollTime returns how long a long poll may take, well within the time of one attempt.
func (q *Queue) longPollTime() time.Duration {
	if q.fleet.RequestTimeout > 0 {
		return min(maxLongPoll, q.fleet.RequestTimeout*3/4)
	}
	return maxLongPoll
}
