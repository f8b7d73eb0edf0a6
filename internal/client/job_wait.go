package client

import (
	"cmp"
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

// JobHistory is what is known of a job before it is looked at. The zero value is
// a job of which nothing is known but its id.
type JobHistory struct {
	// Submitted is when it was submitted: for some seconds a 404 means nothing (contract 3.3). Zero if that is long ago or
	// not known.
	Submitted time.Time
	// Shown is when the service last told of it, by the wall clock; zero if it never did.
	Shown time.Time
	// Retention is how long the service keeps its result after its end; zero is the shortest there is.
	Retention time.Duration
}

// How long the service keeps a job's result after its end (contract 3.3).
const (
	AsyncRetention = 30 * time.Minute
	SyncRetention  = time.Minute
)

// Unseen reports whether a job that the service did not know at a time may have
// ended since it was last shown, with its result forgotten by then.
func (h JobHistory) Unseen(at time.Time) bool {
	return h.Shown.IsZero() || at.Sub(h.Shown) >= cmp.Or(h.Retention, SyncRetention)
}

// wallTime is now without the monotonic clock, which stands still while a machine
// sleeps and means nothing to another process.
func wallTime() time.Time { return time.Now().Round(0) }

// WaitJob follows a job until it is final, and returns what it saw last. It asks
// the service to hold the answer where it can do that, and looks again and again
// where it cannot. seen is told of every look; nil is allowed.
//
// A service that cannot be reached for a while ends nothing: the job goes on
// meanwhile. What ends it are ctx, a refusal that comes again and again, and a job
// that is gone: see JobGone.
func (c *Client) WaitJob(ctx context.Context, endpointID, id string, known JobHistory, seen func(Job)) (last Job, err error) {
	return c.watchJob(ctx, jobWait{client: c, endpointID: endpointID, id: id, polls: c.longPollUnsupported.Load()}, known, seen)
}

// LastLookAtJob is WaitJob for who has no time left but what ctx gives: an answer
// that the service held is the last, whatever it says.
func (c *Client) LastLookAtJob(ctx context.Context, endpointID, id string, known JobHistory, seen func(Job)) (last Job, err error) {
	return c.watchJob(ctx, jobWait{client: c, endpointID: endpointID, id: id, polls: c.longPollUnsupported.Load(), once: true}, known, seen)
}

func (c *Client) watchJob(ctx context.Context, w jobWait, known JobHistory, seen func(Job)) (last Job, err error) {
	var trouble error
	refusals := 0
	for attempt := 0; ; attempt++ {
		began := c.now()
		job, err := w.look(ctx)
		switch {
		case err == nil:
			last, trouble, refusals, known.Shown = job, nil, 0, wallTime()
			if seen != nil {
				seen(job)
			}
			if job.Status.Final() || w.once && w.hold > 0 {
				return job, nil
			}
		case ctx.Err() != nil && !isAnswered(err):
			return last, stoppedBy(ctx.Err(), trouble)
		case IsNotFound(err) && c.TooEarly(known.Submitted):
			trouble = err
		case c.jobIsGone(ctx, w.endpointID, err):
			return last, &JobGone{Unseen: known.Unseen(w.blindUntil(began, wallTime())), Cause: err}
		case IsTransient(err):
			trouble, refusals = err, 0
		default:
			trouble = err
			if refusals++; refusals == believedRefusals {
				return last, err
			}
		}
		if w.held(began) && trouble == nil {
			attempt = 0
			continue // The service did the waiting.
		}
		if stopped := pause(ctx, c.config.PollWait.halfJitter(attempt)); stopped != nil {
			return last, stoppedBy(stopped, trouble)
		}
	}
}

// believedRefusals is how often in a row a job has to be refused before that is
// believed: front ends refuse now and then what was right a moment before and is
// right a moment later, and to give up on a job has a price.
const believedRefusals = 3

// JobGone is a job that the service does not know any more, and that was not seen
// to end.
type JobGone struct {
	// Unseen is set where it may have ended all the same: nobody looked for as long as its result is kept, or longer.
	// Otherwise it was deleted before its end: a result outlives the job's ttl (contract 3.1).
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
	return time.Since(submitted) < c.config.ConsistencyGrace.Submitted
}

// LookAtJob is GetJob for who does not wait. A 404 that means the job is a
// JobGone; one that comes too early to mean anything is left as it is. Where
// nobody knows when it was submitted, a 404 is asked about once more, a moment
// later.
func (c *Client) LookAtJob(ctx context.Context, endpointID, id string, known JobHistory) (Job, error) {
	job, err := c.GetJob(ctx, endpointID, id)
	if IsNotFound(err) && known.Submitted.IsZero() && pause(ctx, c.config.PollWait.Min) == nil {
		job, err = c.GetJob(ctx, endpointID, id)
	}
	if !c.TooEarly(known.Submitted) && c.jobIsGone(ctx, endpointID, err) {
		return job, &JobGone{Unseen: known.Unseen(wallTime()), Cause: err}
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
		if pause(ctx, c.config.PollWait.halfJitter(attempt)) != nil {
			return job, err
		}
	}
}

// stoppedBy is the error of a wait that ran out of time, or was interrupted. What
// the service refused last is part of it.
func stoppedBy(stopped, trouble error) error {
	if trouble == nil {
		return inWords(stopped)
	}
	return fmt.Errorf("%w; gave up waiting: %w", trouble, inWords(stopped))
}

// jobWait is one job that is waited for.
type jobWait struct {
	client         *Client
	endpointID, id string
	// polls is set where a hold is not to be had.
	polls bool
	// once is set for a wait that ends with the first held answer.
	once bool
	hold time.Duration // of the last look; 0 if it was none
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
			w.client.longPollUnsupported.Store(true)
		}
		return job, err
	case e.Kind == KindNetwork || e.Kind == KindUnavailable:
		w.polls = true // Something between us and the service does not let an answer take that long.
	}
	return job, err
}

// held reports whether the look took about as long as it was asked to.
func (w *jobWait) held(began time.Time) bool {
	return w.hold > 0 && w.client.now().Sub(began) >= w.hold/2
}

// blindUntil is until when nobody looked at a job, if the look that is answered now
// is the first since it was last shown: while it holds an answer, the service itself
// looks, and would tell of the job's end.
func (w *jobWait) blindUntil(began, answered time.Time) time.Time {
	if w.hold > 0 {
		return began
	}
	return answered
}

// answerTime is what an answer needs on its way: a hold that ends with its
// caller's deadline is one whose answer is lost.
const answerTime = time.Second

// holdFor is how long an answer may be held: well within what one attempt may
// take, and within the caller's deadline; 0 if that is too short to ask for.
func (c *Client) holdFor(ctx context.Context) time.Duration {
	hold := longestHold
	if c.config.RequestTimeout > 0 {
		hold = min(hold, c.config.RequestTimeout*3/4)
	}
	if deadline, ok := ctx.Deadline(); ok {
		hold = min(hold, time.Until(deadline)-answerTime)
	}
	if hold < shortestHold {
		return 0
	}
	return hold.Truncate(time.Millisecond)
}
