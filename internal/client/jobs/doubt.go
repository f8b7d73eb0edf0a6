package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// jobDoubt weighs the 404s about one job.
type jobDoubt struct {
	queue          *Queue
	endpointID, id string
	count          int       // of the service's own 404s in a row
	began          time.Time // when the first of them came
	// unseenUntil is the time, by the wall clock, until which nothing observed the job: that of the first 404, or of the
	// beginning of the long poll that returned it.
	unseenUntil time.Time
}

// inDoubt is a 404 that neither proves that the job exists nor that it does not.
type inDoubt struct{ error }

func (e inDoubt) Unwrap() error { return e.error }

// IsInDoubt reports whether an error of LookAtJob or CancelSubmitted is a 404 that proves nothing yet, because the
// context ended before further requests.
func IsInDoubt(err error) bool {
	var doubt inDoubt
	return errors.As(err, &doubt)
}

func (q *Queue) doubtOf(endpointID, id string) *jobDoubt {
	return &jobDoubt{queue: q, endpointID: endpointID, id: id}
}

// weigh counts a 404 that does not come too early. unseenUntil is the time until which nothing observed the job: see
// jobWait.unseenUntil. If the endpoint's list of jobs has the job, weigh returns it. Otherwise its error is a
// inDoubt, a Gone, or the 404 if that is not the service's own.
func (d *jobDoubt) weigh(ctx context.Context, known History, err error, unseenUntil time.Time) (Job, error) {
	if d.count++; d.count == 1 {
		d.began, d.unseenUntil = time.Now(), unseenUntil
	}
	if !known.Missing && !known.forgotten(unseenUntil) {
		if d.count < fleet.Believed404s || time.Since(d.began) < d.queue.config.Missing {
			return Job{}, inDoubt{err}
		}
		if job, listed := d.queue.lists.find(ctx, d.queue, d.endpointID, d.id, d.began); listed {
			d.count = 0
			return job, nil
		}
		if ctx.Err() != nil { // The list may have failed because of it.
			return Job{}, inDoubt{err}
		}
	}
	if !d.queue.jobIsGone(ctx, d.endpointID, err) {
		d.count = 0
		if ctx.Err() != nil {
			return Job{}, inDoubt{err}
		}
		return Job{}, err
	}
	return Job{}, &Gone{Unseen: known.Unseen(d.unseenUntil), TTLOver: known.TTLOver(d.unseenUntil), Cause: err}
}

// askAboutJob sends a request about a job until a response decides whether the job exists: more than once only after a
// 404 that proves nothing. listed is set if the job comes from the endpoint's list, and not from a response to the
// request.
func (q *Queue) askAboutJob(
	ctx context.Context, endpointID, id string, known History,
	ask func(ctx context.Context, endpointID, id string) (Job, error),
) (job Job, listed bool, err error) {
	doubt := q.doubtOf(endpointID, id)
	var last error
	for {
		job, err := ask(ctx, endpointID, id)
		switch {
		case err != nil && last != nil && ctx.Err() != nil && !transport.IsAnswered(err):
			return Job{}, false, last
		case !transport.IsNotFound(err):
			return job, false, err
		case !known.Ended && q.tooEarly(known.Submitted): // A job that has ended is not too new.
			return job, false, notYetKnown{err}
		}
		job, err = doubt.weigh(ctx, known, err, wallTime())
		if !IsInDoubt(err) {
			return job, err == nil, err
		}
		last = err
		if transport.Pause(ctx, q.config.Missing/(fleet.Believed404s-1)) != nil {
			return Job{}, false, err
		}
	}
}
