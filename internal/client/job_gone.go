package client

import (
	"cmp"
	"context"
	"errors"
	"time"
)

// JobHistory is what is known of a job before it is read. In the zero value nothing is known.
type JobHistory struct {
	// Submitted is when it was submitted: for some seconds a 404 means nothing (contract 3.3). Zero if that is long ago
	// or not known.
	Submitted time.Time
	// Shown is when the service last answered for it, by the wall clock; zero if it never did.
	Shown time.Time
	// Retention is how long the service keeps its result after its end; zero is the shortest there is.
	Retention time.Duration
}

// How long the service keeps a job's result after its end (contract 3.3).
const (
	AsyncRetention = 30 * time.Minute
	SyncRetention  = time.Minute
)

// Unseen reports whether a job that the service did not know at a time may have ended since it was last shown, with its
// result forgotten by then.
func (h JobHistory) Unseen(at time.Time) bool {
	return h.Shown.IsZero() || at.Sub(h.Shown) >= cmp.Or(h.Retention, SyncRetention)
}

// wallTime is now without the monotonic clock, which stands still while a machine sleeps and means nothing to another
// process.
func wallTime() time.Time { return time.Now().Round(0) }

// JobGone is a job that the service does not know any more, and that was not seen to end.
type JobGone struct {
	// Unseen is set if it may have ended: it was not read for as long as its result is kept, or longer. Otherwise it
	// was deleted before its end: a result outlives the job's ttl (contract 3.1).
	Unseen bool
	Cause  error
}

func (e *JobGone) Error() string { return e.Cause.Error() }

// Unwrap returns the 404.
func (e *JobGone) Unwrap() error { return e.Cause }

// jobIsGone reports whether a 404 means that the job is gone. The service's own message says so. With any other text,
// it may come from a front end or a wrong URL: then a request for the endpoint's health shows whether the queue
// answers.
func (c *Client) jobIsGone(ctx context.Context, endpointID string, err error) bool {
	var e *Error
	if !IsNotFound(err) || !errors.As(err, &e) {
		return false
	}
	if e.missing != missingSomething {
		return true
	}
	_, unhealthy := c.GetHealth(ctx, endpointID)
	return unhealthy == nil
}

// jobTooEarly is a 404 about a job that may just have been submitted: it means nothing.
type jobTooEarly struct{ error }

func (e jobTooEarly) Unwrap() error { return e.error }

// IsTooEarly reports whether an error of LookAtJob is a 404 about a job that may just have been submitted. It was so
// when the answer came; it need not be any more.
func IsTooEarly(err error) bool {
	var early jobTooEarly
	return errors.As(err, &early)
}

// tooEarly reports whether a job that was submitted then may still be unknown to those who are asked for it (contract
// 3.3): a 404 is not believed so early.
func (c *Client) tooEarly(submitted time.Time) bool {
	return time.Since(submitted) < c.config.ConsistencyGrace.Submitted
}

// LookAtJob is GetJob for a caller who does not wait. A 404 that means the job is a JobGone; one that comes too early
// to mean anything is IsTooEarly. If it is unknown when the job was submitted, a 404 is verified by a second request, a
// moment later.
func (c *Client) LookAtJob(ctx context.Context, endpointID, id string, history JobHistory) (Job, error) {
	job, err := c.GetJob(ctx, endpointID, id)
	if IsNotFound(err) && history.Submitted.IsZero() && pause(ctx, c.config.PollWait.Min) == nil {
		job, err = c.GetJob(ctx, endpointID, id)
	}
	switch {
	case IsNotFound(err) && c.tooEarly(history.Submitted):
		return job, jobTooEarly{err}
	case c.jobIsGone(ctx, endpointID, err):
		return job, &JobGone{Unseen: history.Unseen(wallTime()), Cause: err}
	default:
		return job, err
	}
}

// CancelSubmitted is CancelJob for a job that may just have been submitted. That it is gone is a JobGone.
func (c *Client) CancelSubmitted(ctx context.Context, endpointID, id string, submitted time.Time) (job Job, err error) {
	// If ctx ends first, the last answer says more than the context's error.
	_ = c.poll(ctx, func(ctx context.Context) (pollStep, error) {
		job, err = c.CancelJob(ctx, endpointID, id)
		switch {
		case IsNotFound(err) && c.tooEarly(submitted):
			return pollAgain, err
		case c.jobIsGone(ctx, endpointID, err):
			err = &JobGone{Unseen: true, Cause: err}
		}
		return pollDone, err
	})
	return job, err
}
