package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
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
// meanwhile. What ends it are ctx, a refusal that will not pass, and a job that is
// gone (IsNotFound); of one submitted a moment ago that is not believed at once.
func (c *Client) WaitJob(ctx context.Context, endpointID, id string, submitted time.Time, seen func(Job)) (last Job, err error) {
	w := jobWait{client: c, endpointID: endpointID, id: id, polls: c.noHolds.Load()}
	var trouble error
	for attempt := 0; ; attempt++ {
		began := time.Now()
		job, err := w.look(ctx)
		switch {
		case err == nil:
			last, trouble = job, nil
			if seen != nil {
				seen(job)
			}
			if job.Status.Final() {
				return job, nil
			}
		case ctx.Err() != nil:
			return last, stoppedBy(ctx.Err(), trouble)
		case IsNotFound(err) && c.TooEarly(submitted):
			trouble = err
		case !passes(err):
			return last, err
		default:
			trouble = err
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

// TooEarly reports whether a job that was submitted then may still be unknown to
// those who are asked for it (contract 3.3): a 404 is not believed so early.
func (c *Client) TooEarly(submitted time.Time) bool {
	return time.Since(submitted) < c.config.Patience.Submitted
}

// stoppedBy is the error of a wait that ran out of time, or was interrupted. What
// the service refused last is part of it.
func stoppedBy(stopped, trouble error) error {
	if trouble == nil {
		return stopped
	}
	return fmt.Errorf("%w; gave up waiting: %w", trouble, stopped)
}

// passes reports whether a failed look says nothing about the job.
func passes(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Kind {
	case KindNetwork, KindUnavailable, KindRateLimited, KindInternal, KindDecode:
		return e.Status != 0 || transient(e.Cause)
	default:
		return false
	}
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
	case e.Status == http.StatusMethodNotAllowed, e.Status == http.StatusNotFound && !noSuchObject.MatchString(e.Message):
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

// noSuchObject is the service's own 404, unlike that for a path it does not know.
var noSuchObject = regexp.MustCompile(`(?i)(job|endpoint) not found`)

// IsEndpointNotFound reports whether a job was not found because its endpoint is
// gone. Going by its words, it can miss one.
func IsEndpointNotFound(err error) bool {
	var e *Error
	return IsNotFound(err) && errors.As(err, &e) && strings.Contains(strings.ToLower(e.Message), "endpoint not found")
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
