package jobs

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// WaitJob follows a job until it is final, and returns what it saw last. It makes long polls if the service offers
// them, and plain requests with pauses if it does not. onAnswer is called with every answer; nil is allowed.
//
// A service that cannot be reached for a while does not end the wait: the job is still running. The wait ends with ctx,
// with a rejection that the service repeats (believedRejections), and with a job that is gone: see Gone. A single
// 404 proves nothing: see fleet.Believed404s.
func (q *Queue) WaitJob(
	ctx context.Context, endpointID, id string, history History, onAnswer func(Job),
) (last Job, err error) {
	return q.newJobWait(endpointID, id, history).run(ctx, onAnswer)
}

// LastLookAtJob does what WaitJob does, for a caller whose only time left is that of ctx: the response to one long poll
// is the last, whatever it says.
func (q *Queue) LastLookAtJob(
	ctx context.Context, endpointID, id string, history History, onAnswer func(Job),
) (last Job, err error) {
	w := q.newJobWait(endpointID, id, history)
	w.oneLongPoll = true
	return w.run(ctx, onAnswer)
}

// jobWait is one job that is waited for.
type jobWait struct {
	queue          *Queue
	endpointID, id string
	history        History
	doubt          *jobDoubt
	// oneLongPoll is set for a wait that ends with the first long poll that is answered.
	oneLongPoll bool
	// plain is set if the wait must make no long polls.
	plain bool
	// longPoll is the time that the last request asked for; 0 if it was not a long poll.
	longPoll time.Duration
	// rejections counts the rejections since anything else was answered.
	rejections int
}

// believedRejections is the number of rejections in a row that end the wait: front ends now and then reject requests
// that succeed when repeated, and a job that is given up may be run, and paid for, again.
const believedRejections = 3

func (q *Queue) newJobWait(endpointID, id string, history History) *jobWait {
	return &jobWait{queue: q, endpointID: endpointID, id: id, history: history, doubt: q.doubtOf(endpointID, id),
		plain: q.longPollUnsupported.Load()}
}

func (w *jobWait) run(ctx context.Context, onAnswer func(Job)) (last Job, err error) {
	err = w.queue.config.Fleet.Poll(ctx, func(ctx context.Context) (fleet.Step, error) {
		began := w.queue.config.Now()
		job, err := w.look(ctx)
		if w.is404(err) {
			w.rejections = 0
			if job, err = w.doubt.weigh(ctx, w.history, err, w.unseenUntil(began, wallTime())); err != nil {
				return w.afterDoubt(err)
			}
			w.longPoll = 0
		}
		if err != nil {
			return w.onFailure(err)
		}
		w.doubt.count = 0
		last, w.rejections, w.history.Shown = job, 0, wallTime()
		if onAnswer != nil {
			onAnswer(job)
		}
		switch {
		case job.Status.Final() || w.oneLongPoll && w.longPoll > 0:
			return fleet.Done, nil
		case w.longPoll > 0 && w.queue.config.Now().Sub(began) >= w.longPoll/2:
			return fleet.AtOnce, nil // It took about as long as it asked for.
		default:
			return fleet.Again, nil
		}
	})
	return last, err
}

// is404 reports whether the response to a look was a 404 that does not come too early to mean anything.
func (w *jobWait) is404(err error) bool {
	return transport.IsNotFound(err) && !w.queue.tooEarly(w.history.Submitted)
}

// afterDoubt decides what an error of jobDoubt.weigh means for the wait.
func (w *jobWait) afterDoubt(err error) (fleet.Step, error) {
	if IsInDoubt(err) {
		return fleet.Again, err
	}
	return fleet.Done, err
}

// onFailure decides what any other failed request means for the wait.
func (w *jobWait) onFailure(err error) (fleet.Step, error) {
	switch w.doubt.count = 0; {
	case transport.IsNotFound(err):
		return fleet.Again, err
	case transport.IsTransient(err):
		w.rejections = 0
		return fleet.Again, err
	}
	if w.rejections++; w.rejections == believedRejections {
		return fleet.Done, err
	}
	return fleet.Again, err
}

// look gets the job, with a long poll if that is offered.
func (w *jobWait) look(ctx context.Context) (Job, error) {
	w.longPoll = w.queue.longPollTime(ctx)
	if w.plain || w.longPoll == 0 {
		w.longPoll = 0
		return w.queue.GetJob(ctx, w.endpointID, w.id)
	}
	job, err := w.queue.getJobSync(ctx, w.endpointID, w.id, w.longPoll)
	if err == nil || ctx.Err() != nil {
		return job, err
	}
	var e *transport.Error
	if !errors.As(err, &e) {
		return job, err
	}
	switch {
	case e.Status == http.StatusMethodNotAllowed, e.Status == http.StatusNotFound && transport.Subject(e) == "":
		// No such operation, or no such job: the plain request shows which.
		w.longPoll = 0
		job, err := w.queue.GetJob(ctx, w.endpointID, w.id)
		if err == nil {
			w.plain = true
			w.queue.longPollUnsupported.Store(true)
		}
		return job, err
	case e.Kind == transport.KindNetwork || e.Kind == transport.KindUnavailable:
		w.plain = true // A front end does not let an answer take that long.
	}
	return job, err
}

// unseenUntil returns the time until which nothing observed a job, if the current response is the first since the
// service last showed the job: a long poll observes the job as long as the service holds it.
func (w *jobWait) unseenUntil(began, answered time.Time) time.Time {
	if w.longPoll > 0 {
		return began
	}
	return answered
}
