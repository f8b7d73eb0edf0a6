package client

import (
	"context"
	"errors"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// believed404s is how many 404s in a row about a job the client believes, if ConsistencyGrace.Missing passed between
// the first and the last (contract 3.3). A single 404 can come from a front end, or from a replica that does not have
// the job yet; if a job counts as deleted while it runs, the next apply may cancel it and pay for a second job.
const believed404s = 3

// jobDoubt weighs the 404s about one job.
type jobDoubt struct {
	client         *Client
	endpointID, id string
	// count is how many 404s came in a row, and began when the first of them came. unseenUntil is the time, by the wall
	// clock, until which nothing observed the job: that of the first 404, or of the beginning of the long poll that
	// returned it.
	count              int
	began, unseenUntil time.Time
}

// jobInDoubt is a 404 that neither proves that the job exists nor that it does not.
type jobInDoubt struct{ error }

func (e jobInDoubt) Unwrap() error { return e.error }

// IsInDoubt reports whether an error of LookAtJob or CancelSubmitted is a 404 that proves nothing yet, because the
// context ended before further requests.
func IsInDoubt(err error) bool {
	var doubt jobInDoubt
	return errors.As(err, &doubt)
}

func (c *Client) doubtOf(endpointID, id string) *jobDoubt {
	return &jobDoubt{client: c, endpointID: endpointID, id: id}
}

// dispelled resets the count of 404s, after any other response.
func (d *jobDoubt) dispelled() { d.count = 0 }

// weigh counts a 404 that does not come too early. unseenUntil is the time until which nothing observed the job: see
// jobWait.unseenUntil. If the endpoint's list of jobs has the job, weigh returns it. Otherwise its error is a
// jobInDoubt, a JobGone, or the 404 if that is not the service's own.
func (d *jobDoubt) weigh(ctx context.Context, known JobHistory, err error, unseenUntil time.Time) (Job, error) {
	if d.count++; d.count == 1 {
		d.began, d.unseenUntil = time.Now(), unseenUntil
	}
	if !known.Missing && !known.forgotten(unseenUntil) {
		if d.count < believed404s || time.Since(d.began) < d.client.config.ConsistencyGrace.Missing {
			return Job{}, jobInDoubt{err}
		}
		if job, listed := d.client.jobLists.find(ctx, d.client, d.endpointID, d.id, d.began); listed {
			d.dispelled()
			return job, nil
		}
		if ctx.Err() != nil { // The list may have failed because of it.
			return Job{}, jobInDoubt{err}
		}
	}
	if !d.client.jobIsGone(ctx, d.endpointID, err) {
		d.dispelled()
		if ctx.Err() != nil {
			return Job{}, jobInDoubt{err}
		}
		return Job{}, err
	}
	return Job{}, &JobGone{Unseen: known.Unseen(d.unseenUntil), TTLOver: known.TTLOver(d.unseenUntil), Cause: err}
}

// askAboutJob sends a request about a job until a response decides whether the job exists: more than once only after a
// 404 that proves nothing. listed is set if the job comes from the endpoint's list, and not from a response to the
// request.
func (c *Client) askAboutJob(
	ctx context.Context, endpointID, id string, known JobHistory,
	ask func(ctx context.Context, endpointID, id string) (Job, error),
) (job Job, listed bool, err error) {
	doubt := c.doubtOf(endpointID, id)
	var last error
	for {
		job, err := ask(ctx, endpointID, id)
		switch {
		case err != nil && last != nil && ctx.Err() != nil && !transport.IsAnswered(err):
			return Job{}, false, last
		case !IsNotFound(err):
			return job, false, err
		case !known.Ended && c.tooEarly(known.Submitted): // A job that has ended is not too new.
			return job, false, jobTooEarly{err}
		}
		job, err = doubt.weigh(ctx, known, err, wallTime())
		if !IsInDoubt(err) {
			return job, err == nil, err
		}
		last = err
		if transport.Pause(ctx, c.config.ConsistencyGrace.Missing/(believed404s-1)) != nil {
			return Job{}, false, err
		}
	}
}
