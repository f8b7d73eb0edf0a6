package client

import (
	"context"
	"errors"
	"time"
)

// believed404s is how many 404s in a row about a job are believed, if ConsistencyGrace.Missing passed between the first
// and the last of them (contract 3.3). One alone can come from a front end, or from a part of the service that does not
// know the job yet; and a job that is given up although it runs may be cancelled, and paid for a second time.
const believed404s = 3

// jobDoubt weighs the 404s about one job.
type jobDoubt struct {
	client         *Client
	endpointID, id string
	// count is how many 404s came in a row, and began when the first of them came. unseenUntil is the end of the time in
	// which the job was not observed, by the wall clock.
	count              int
	began, unseenUntil time.Time
}

// jobInDoubt is a 404 that neither proves that the job exists nor that it does not.
type jobInDoubt struct{ error }

func (e jobInDoubt) Unwrap() error { return e.error }

// IsInDoubt reports whether an error of LookAtJob or CancelSubmitted is a 404 that proves nothing yet, because the time
// for further requests was over.
func IsInDoubt(err error) bool {
	var doubt jobInDoubt
	return errors.As(err, &doubt)
}

func (c *Client) doubtOf(endpointID, id string) *jobDoubt {
	return &jobDoubt{client: c, endpointID: endpointID, id: id}
}

// dispelled begins the row of 404s again, after any other answer.
func (d *jobDoubt) dispelled() { d.count = 0 }

// weigh takes in a 404 that does not come too early. unseenUntil is when the request saw that the job is missing, by
// the wall clock. Where the endpoint's list of jobs shows the job all the same, weigh returns it. Otherwise its error
// is a jobInDoubt, a JobGone, or the 404 if that is not the service's own.
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
		if ctx.Err() != nil { // The list may have failed for that.
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

// askAboutJob sends a request about a job until the answer decides whether the job exists: more than once only after a
// 404 that is to be doubted. listed is set if the job is from the endpoint's list, and not from an answer to the
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
		case err != nil && last != nil && ctx.Err() != nil && !isAnswered(err):
			return Job{}, false, last
		case !IsNotFound(err):
			return job, false, err
		case !known.Ended && c.tooEarly(known.Submitted): // One that has ended is not too new to be known.
			return job, false, jobTooEarly{err}
		}
		job, err = doubt.weigh(ctx, known, err, wallTime())
		if !IsInDoubt(err) {
			return job, err == nil, err
		}
		last = err
		if pause(ctx, c.config.ConsistencyGrace.Missing/(believed404s-1)) != nil {
			return Job{}, false, err
		}
	}
}
