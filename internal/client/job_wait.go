package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// longestHold is how long an answer is asked to be held at most: front ends hang
// up after a hundred seconds (contract 3.2).
const longestHold = 90 * time.Second

// shortestHold is the least the service holds. Below it, holding saves nothing.
const shortestHold = time.Second

// WaitJob follows a job until it is final, and returns what it saw last. It asks
// the service to hold the answer where it can do that, and looks again and again
// where it cannot. seen is told of every look; nil is allowed.
//
// A service that cannot be reached for a while ends nothing: the job goes on
// meanwhile. What ends it are ctx, a refusal that comes again and again, and a job
// that is gone: see JobGone.
func (c *Client) WaitJob(ctx context.Context, endpointID, id string, submitted time.Time, seen func(Job)) (last Job, err error) {
	w := jobWait{client: c, endpointID: endpointID, id: id, polls: c.noHolds.Load()}
	var trouble error
	refusals, blind, shown := 0, false, time.Now() // blind since the last look that showed something
	for attempt := 0; ; attempt++ {
		began := time.Now()
		job, err := w.look(ctx)
		switch {
		case err == nil:
			last, trouble, refusals, blind, shown = job, nil, 0, false, time.Now()
			if seen != nil {
				seen(job)
			}
			if job.Status.Final() {
				return job, nil
			}
		case ctx.Err() != nil && !answered(err):
			return last, stoppedBy(ctx.Err(), trouble)
		case IsNotFound(err) && c.TooEarly(submitted):
			trouble = err
		case c.jobIsGone(ctx, endpointID, err):
			return last, &JobGone{Unseen: blind || time.Since(shown) > shortestRetention, Cause: err}
		case Passes(err):
			trouble, blind, refusals = err, true, 0
		default:
			trouble, blind = err, true
			if refusals++; refusals == believedRefusals {
				return last, err
			}
		}
		if w.held(began) && trouble == nil {
			attempt = 0
			continue // The service did the waiting.
		}
		if stopped := pause(ctx, c.config.PollWait.growing(attempt)); stopped != nil {
			return last, stoppedBy(stopped, trouble)
		}
	}
}

// shortestRetention is how long the result of a job is kept at least: that of a
// sync one (contract 3.3).
const shortestRetention = time.Minute

// believedRefusals is how often in a row a job has to be refused before that is
// believed: front ends refuse now and then what was right a moment before and is
// right a moment later, and to give up on a job has a price.
const believedRefusals = 3

// JobGone is a job that the service does not know any more, and that was not seen
// to end.
type JobGone struct {
	// Unseen is set where it may have ended all the same: it could not be looked at
	// for a while, and results are forgotten. Otherwise it was deleted.
	Unseen bool
	Cause  error
}

func (e *JobGone) Error() string { return e.Cause.Error() }

// Unwrap returns the 404.
func (e *JobGone) Unwrap() error { return e.Cause }

// jobIsGone reports whether a 404 about a job means the job. The service says so
// itself, as a rule. If the words are other ones, it may be somebody else's 404,
// or one for a wrong URL: then the endpoint's health tells whether it is the queue
// that was asked.
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

// TooEarly reports whether a job that was submitted then may still be unknown to
// those who are asked for it (contract 3.3): a 404 is not believed so early.
func (c *Client) TooEarly(submitted time.Time) bool {
	return time.Since(submitted) < c.config.Patience.Submitted
}

// LookAtJob is GetJob for who does not wait. A 404 that means the job is a
// JobGone; one that comes too early to mean anything is left as it is. Where
// nobody knows when it was submitted, give the zero time: then a 404 is asked
// about once more, a moment later.
func (c *Client) LookAtJob(ctx context.Context, endpointID, id string, submitted time.Time) (Job, error) {
	job, err := c.GetJob(ctx, endpointID, id)
	if IsNotFound(err) && submitted.IsZero() && pause(ctx, c.config.PollWait.Min) == nil {
		job, err = c.GetJob(ctx, endpointID, id)
	}
	if !c.TooEarly(submitted) && c.jobIsGone(ctx, endpointID, err) {
		return job, &JobGone{Unseen: true, Cause: err}
	}
	return job, err
}

// CancelSubmitted is CancelJob for a job that may just have been submitted. That
// it is gone is a JobGone.
func (c *Client) CancelSubmitted(ctx context.Context, endpointID, id string, submitted time.Time) (Job, error) {
	for attempt := 0; ; attempt++ {
		job, err := c.CancelJob(ctx, endpointID, id)
		switch {
		case !IsNotFound(err):
			return job, err
		case !c.TooEarly(submitted) && c.jobIsGone(ctx, endpointID, err):
			return job, &JobGone{Unseen: true, Cause: err}
		case !c.TooEarly(submitted):
			return job, err
		}
		if pause(ctx, c.config.PollWait.growing(attempt)) != nil {
			return job, err
		}
	}
}

// stoppedBy is the error of a wait that ran out of time, or was interrupted. What
// the service refused last is part of it.
func stoppedBy(stopped, trouble error) error {
	if trouble == nil {
		return stopped
	}
	return fmt.Errorf("%w; gave up waiting: %w", trouble, stopped)
}

// jobWait is one job that is waited for.
type jobWait struct {
	client         *Client
	endpointID, id string
	// polls is set where a hold is not to be had.
	polls bool
	hold  time.Duration // of the last look; 0 if it was none
}

// look gets the job, held by the service if that is offered.
func (w *jobWait) look(ctx context.Context) (Job, error) {
	w.hold = w.client.holdFor(ctx)
	if w.polls || w.hold == 0 {
		w.hold = 0
		return w.client.GetJob(ctx, w.endpointID, w.id)
	}
	job, err := w.client.getJobSync(ctx, w.endpointID, w.id, w.hold)
	if err == nil || ctx.Err() != nil {
		return job, err
	}
	var e *Error
	if !errors.As(err, &e) {
		return job, err
	}
	switch {
	case e.Status == http.StatusMethodNotAllowed, e.Status == http.StatusNotFound && e.missing == missingSomething:
		// No such operation, or no such job after all: the plain look tells.
		w.hold = 0
		job, err := w.client.GetJob(ctx, w.endpointID, w.id)
		if err == nil {
			w.polls = true
			w.client.noHolds.Store(true)
		}
		return job, err
	case e.Kind == KindNetwork || e.Kind == KindUnavailable:
		w.polls = true // Something between us and the service does not let an answer take that long.
	}
	return job, err
}

// held reports whether the look took about as long as it was asked to.
func (w *jobWait) held(began time.Time) bool {
	return w.hold > 0 && time.Since(began) >= w.hold/2
}

// holdFor is how long an answer may be held: well within what one attempt may
// take, and within the caller's deadline; 0 if that is too short to ask for.
func (c *Client) holdFor(ctx context.Context) time.Duration {
	hold := longestHold
	if c.config.RequestTimeout > 0 {
		hold = min(hold, c.config.RequestTimeout*3/4)
	}
	if deadline, ok := ctx.Deadline(); ok {
		hold = min(hold, time.Until(deadline))
	}
	if hold < shortestHold {
		return 0
	}
	return hold.Truncate(time.Millisecond)
}
