package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// History has the facts about a job that the caller knows before it reads the job. The zero value has none.
type History struct {
	// Submitted is when it was submitted or last retried: for some seconds after that a 404 means nothing (contract
	// 3.3). Zero if that is long ago or unknown.
	Submitted time.Time
	// Began is when its ttl began, by the wall clock: its first submission. TTL is the ttl; zero is the service's
	// default. Both are zero if unknown.
	Began time.Time
	TTL   time.Duration
	// Shown is when the service last returned it, by the wall clock; zero if it never did. Ended is set if it had ended
	// by then.
	Shown time.Time
	Ended bool
	// Retention is the time for which the service keeps its result after its end; zero if unknown.
	Retention time.Duration
	// Missing is set if an earlier look found that the service no longer has it: then the client believes a single 404.
	Missing bool
}

// How long the service keeps a job's result after its end (contract 3.3).
const (
	AsyncRetention = 30 * time.Minute
	SyncRetention  = time.Minute
)

// How long a job lives from its submission on, unless it ends (contract 3.1): by default, and at most.
const (
	DefaultTTL = 24 * time.Hour
	MaxTTL     = 7 * 24 * time.Hour
)

// clockDifference is by how much the clock of another machine can differ from this one's.
const clockDifference = 10 * time.Second

// Unseen reports whether a job that the service did not have at a time may have ended since it was last shown, and its
// retention may have passed by then.
func (h History) Unseen(at time.Time) bool {
	return h.Shown.IsZero() || at.Sub(h.Shown) >= cmp.Or(h.Retention, SyncRetention)
}

// TTLOver reports whether the ttl of a job may have been over at a time.
func (h History) TTLOver(at time.Time) bool {
	return h.Began.IsZero() || at.Sub(h.Began)+clockDifference >= cmp.Or(h.TTL, DefaultTTL)
}

// forgotten reports whether the clock alone proves that the service had deleted a job by a time: a job ends by the end
// of its ttl, and the service keeps its result for a limited time after that.
func (h History) forgotten(at time.Time) bool {
	kept := cmp.Or(h.Retention, AsyncRetention) + clockDifference
	switch {
	case h.Ended && !h.Shown.IsZero():
		return at.Sub(h.Shown) >= kept
	case !h.Began.IsZero():
		return at.Sub(h.Began) >= cmp.Or(h.TTL, DefaultTTL)+kept
	default: // It was submitted before it was shown.
		return !h.Shown.IsZero() && at.Sub(h.Shown) >= MaxTTL+kept
	}
}

// wallTime returns the time without the monotonic clock, which stands still while a machine sleeps and means nothing to
// another process.
func wallTime() time.Time { return time.Now().Round(0) }

// Gone is a job that the service does not know any more, and that was not seen to end.
type Gone struct {
	// Unseen is set if the job may have ended: nothing read it for at least its retention. Otherwise it
	// was deleted before its end: a result outlives the job's ttl (contract 3.1).
	Unseen bool
	// TTLOver is set if its ttl may have been over: see History.TTLOver.
	TTLOver bool
	Cause   error
}

func (e *Gone) Error() string { return e.Cause.Error() }

// Unwrap returns the 404.
func (e *Gone) Unwrap() error { return e.Cause }

// jobIsGone reports whether a believed 404 is the service's own. The service's message proves that. A 404 with any
// other text may come from a front end or a wrong URL: then a request for the endpoint's health shows whether the queue
// answers.
func (q *Queue) jobIsGone(ctx context.Context, endpointID string, err error) bool {
	var e *transport.Error
	if !transport.IsNotFound(err) || !errors.As(err, &e) {
		return false
	}
	if transport.Subject(e) != "" {
		return true
	}
	_, unhealthy := q.GetHealth(ctx, endpointID)
	return unhealthy == nil
}

// notYetKnown is a 404 about a job that may just have been submitted: it means nothing.
type notYetKnown struct{ error }

func (e notYetKnown) Unwrap() error { return e.error }

// IsTooEarly reports whether an error of LookAtJob is a 404 about a job that may just have been submitted. It was so
// when the answer came; it need not be any more.
func IsTooEarly(err error) bool {
	var early notYetKnown
	return errors.As(err, &early)
}

// tooEarly reports whether a job that was submitted then may still be unknown to those who are asked for it (contract
// 3.3): a 404 is not believed so early.
func (q *Queue) tooEarly(submitted time.Time) bool {
	return time.Since(submitted) < q.config.Submitted
}

// LookAtJob does what GetJob does, for a caller who does not wait. A 404 that comes too early to mean anything is
// IsTooEarly. After any other 404 the client sends more requests for client.Times.Missing (see fleet.Believed404s),
// unless the clock or an earlier look proves the 404. The error is a Gone if the service does not have the job, and
// IsInDoubt if ctx ends before that is certain.
func (q *Queue) LookAtJob(ctx context.Context, endpointID, id string, known History) (Job, error) {
	job, _, err := q.askAboutJob(ctx, endpointID, id, known, q.GetJob)
	return job, err
}

// CancelSubmitted does what CancelJob does, for a job that may just have been submitted. A 404 means what it means to
// LookAtJob.
func (q *Queue) CancelSubmitted(
	ctx context.Context, endpointID, id string, known History,
) (job Job, err error) {
	// If ctx ends first, the last answer says more than the context's error.
	_ = q.config.Fleet.Poll(ctx, func(ctx context.Context) (fleet.Step, error) {
		var listed bool
		job, listed, err = q.askAboutJob(ctx, endpointID, id, known, q.CancelJob)
		if listed && !job.Status.Final() {
			err = fmt.Errorf("CancelJob: the response is HTTP 404, although the endpoint lists the job as %s", job.Status)
			return fleet.Again, err
		}
		if IsTooEarly(err) {
			return fleet.Again, err
		}
		return fleet.Done, err
	})
	return job, err
}
