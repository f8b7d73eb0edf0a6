package transport

import (
	"net/http"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
)

// failure is a way in which an attempt failed, as far as the retry policy tells failures apart.
type failure int

const (
	connectionLost   failure = iota // no answer, an incomplete one, or none within RequestTimeout
	neverSent                       // no connection: the name did not resolve, or the connection was refused
	untrusted                       // the certificate does not verify, or the server does not speak TLS
	cancelled                       // the caller's context was cancelled
	notBuilt                        // the request could not be built: an invalid id, no URL
	rateLimited                     // 429
	frontEnd                        // 502, 503 and 504
	frontEndTimeout                 // 408, and front ends' own codes, such as 524
	internalError                   // 500 without a known meaning
	failedInside                    // 500, 501, or above 504, of an interface that rejects with a 4xx only
	unreadable                      // a success whose body is not what the contract says
	actedAndRejected                // a 5xx for lack of capacity, or something in use, if such a request may act even so
	submissionPaused                // a submission to a paused endpoint
	rejectedAsError                 // any other rejection with a 5xx
	rejected                        // any other rejection
	notKnown                        // any other answer
)

// outcome says whether a request took effect, after an attempt has failed.
type outcome int

const (
	neverReached outcome = iota // The service never saw it.
	didNothing                  // The service answered, and did nothing.
	isUnknown                   // It may have been carried out.
)

// decision is the consequence of a failed attempt.
type decision int

const (
	final          decision = iota // The failure is the result.
	lookFirst                      // The failure is the result; before it goes on, the caller must find out what was done.
	retry                          // Send it again, up to Settings.MaxRetries times.
	waitOut                        // Send it again until the caller's context ends.
	waitForUnpause                 // Send it again for as long as Times.Paused says.
)

// policies is the retry policy. Reads and deletes can be repeated. Creates and updates cannot: the first attempt may
// have been carried out, and a second object bills as much as the first. They are sent again only if the service
// certainly did nothing.
//
// The first two columns say what is known: the outcome of the request, and whether the failure is transient, so that a
// tolerant poll goes on. The others say what follows, by what repeating the request means.
var policies = [...]struct {
	outcome   outcome
	transient bool

	repeatable, notRepeatable, submission decision
}{
	//               outcome, transient, repeatable, notRepeatable, submission
	connectionLost:   {isUnknown, true, retry, lookFirst, final},        // It may have been carried out before that.
	neverSent:        {neverReached, true, retry, retry, retry},         // There was no connection.
	untrusted:        {neverReached, false, final, final, final},        // The next attempt would fail too.
	cancelled:        {isUnknown, false, final, final, final},           // The caller does not want the answer.
	notBuilt:         {neverReached, false, final, final, final},        // The next attempt would fail too.
	rateLimited:      {didNothing, true, waitOut, waitOut, waitOut},     // The service did nothing; the limiter waits.
	frontEnd:         {isUnknown, true, retry, lookFirst, final},        // The service's own answer may be lost.
	frontEndTimeout:  {isUnknown, true, final, lookFirst, final},        // The service may still be working on it.
	internalError:    {isUnknown, true, final, lookFirst, final},        // Most rejections are 500, and some successes.
	failedInside:     {isUnknown, true, retry, lookFirst, final},        // No rejection is a 5xx: contract-v2 1.2.
	unreadable:       {isUnknown, true, final, lookFirst, final},        // It succeeded, or a front end answered.
	actedAndRejected: {isUnknown, true, final, lookFirst, final},        // Such an object was seen: contract 2.6.
	submissionPaused: {didNothing, false, final, final, waitForUnpause}, // It may have been unpaused a moment ago.
	rejectedAsError:  {didNothing, true, final, final, final},           // The queue interface has no such answers.
	rejected:         {didNothing, false, final, final, final},          // It would be rejected again.
	notKnown:         {isUnknown, false, final, lookFirst, final},       // It is not certainly a rejection.
}

// failure returns the line of policies for an error.
func (e *Error) failure() failure {
	if e.failedInside && !isFrontEnds(e.Status) {
		return failedInside
	}
	return e.failureOfKind()
}

// failureOfKind returns the line of policies for the kind of an error, and its status.
func (e *Error) failureOfKind() failure {
	switch e.Kind {
	case KindNetwork:
		return e.connection
	case KindRateLimited:
		return rateLimited
	case KindUnavailable:
		return e.frontEndFailure()
	case KindInternal:
		return internalError
	case KindDecode:
		return unreadable
	case KindPaused:
		return submissionPaused
	case KindUnknown:
		if e.Status >= http.StatusInternalServerError {
			return internalError
		}
		return notKnown
	case KindInvalid:
		if e.Status == 0 {
			return notBuilt
		}
	case KindNoCapacity, KindInUse, KindLocked: // Nothing that does not exist yet is locked.
		if e.actsThoughRejected && e.Status >= http.StatusInternalServerError {
			return actedAndRejected
		}
	default: // The status decides.
	}
	if e.Status >= http.StatusInternalServerError {
		return rejectedAsError
	}
	return rejected
}

func (e *Error) frontEndFailure() failure {
	switch e.Status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return frontEnd
	default:
		return frontEndTimeout
	}
}

// next returns the decision after an attempt that failed with this error.
func (e *Error) next(r Repetition) decision {
	policy := policies[e.failure()]
	switch r {
	case Repeatable:
		return policy.repeatable
	case Submission:
		return policy.submission
	default:
		return policy.notRepeatable
	}
}

// pace returns what an attempt shows of its rate limit; nil is an attempt that did not fail.
func (e *Error) pace() pacing.Outcome {
	switch {
	case e != nil && e.Kind == KindRateLimited && e.ownAnswer:
		return pacing.ThrottledByService
	case e != nil && e.Kind == KindRateLimited:
		return pacing.Throttled
	case e != nil && e.Status == 0:
		return pacing.Unanswered
	default:
		return pacing.Accepted
	}
}

// MustLook reports whether a request that must not be repeated failed so that the caller has to find out its effect
// before it continues.
func MustLook(err error) bool {
	return is(err, func(e *Error) bool { return e.next(NotRepeatable) == lookFirst })
}

// WasRepeated reports whether the client repeats a repeatable request that fails like this.
func WasRepeated(err error) bool {
	return is(err, func(e *Error) bool { return e.next(Repeatable) != final })
}

// pauseAfter returns the pause between a failed attempt, numbered from 1, and the next: as long as the service asked
// for, up to a bound, else a growing one.
func (t *Transport) pauseAfter(e *Error, r Request, number int) time.Duration {
	asked := min(e.RetryAfter, pacing.MaxRetryAfter)
	switch {
	case r.repetition() == Submission:
		return max(t.config.Times.Poll.HalfJitter(number-1), asked)
	case e.hasRetryAfter:
		// A little more than asked, so that clients that were rejected together do not return together.
		return asked + t.config.Times.Retry.Jitter(t.config.Times.Retry.Min)
	default:
		return t.config.Times.Retry.FullJitter(number - 1)
	}
}
