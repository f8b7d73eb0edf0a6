package transport

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Kind says what an error means, as far as it can be told. The service answers 500 for many rejections, so the message
// counts as well as the status (contract 2.2 to 2.6).
type Kind int

// The kinds of error.
const (
	// KindUnknown is an answer with no meaning known here.
	KindUnknown Kind = iota
	// KindInvalid is a request that the service found wrong: 400, 422; or one that could not be built.
	KindInvalid
	// KindUnauthorized is a wrong key, or a key without the permission: 401, 403.
	KindUnauthorized
	// KindNotFound is 404. It says nothing about an object until it is confirmed.
	KindNotFound
	// KindGone is an object that is confirmed not to exist any more. Callers set it.
	KindGone
	// KindConflict is 409.
	KindConflict
	// KindRateLimited is 429.
	KindRateLimited
	// KindNameTaken is a name that the account has already.
	KindNameTaken
	// KindInUse is an object that others still need.
	KindInUse
	// KindNoCapacity is a request for which no machine is free now.
	KindNoCapacity
	// KindQuota is a limit of the account, such as that of workers.
	KindQuota
	// KindBalance is an account whose balance is too low for it.
	KindBalance
	// KindWrongKind is a reference to an object that exists, but cannot be used there.
	KindWrongKind
	// KindNotOffered is something that the service does not offer any more.
	KindNotOffered
	// KindLocked is an object that is locked against the request.
	KindLocked
	// KindPaused is a submission to a paused queue: the service certainly did nothing.
	KindPaused
	// KindTooLarge is a request whose body is larger than the service accepts.
	KindTooLarge
	// KindInternal is a 500 without a known message.
	KindInternal
	// KindUnavailable is a front end without the service behind it: 502, 503, 504.
	KindUnavailable
	// KindRedirect is a redirect: the base URL is not the service's.
	KindRedirect
	// KindRetired is version 1 of the management interface after the service has ended it. Callers set it.
	KindRetired
	// KindNetwork is no answer, or half of one.
	KindNetwork
	// KindDecode is a success whose body is not as the contract says.
	KindDecode
)

// Error is every failure of a request: with an answer (Status is its HTTP status) or without one (Status is 0 and Cause
// says why).
type Error struct {
	// Operation is the contract's name of the operation.
	Operation string
	// OnQueue tells the queue interface from the management interface.
	OnQueue bool
	// Status is the HTTP status, 0 if none came.
	Status int
	// Message is the service's message, cut short if it was a page of HTML; empty without one.
	Message string
	// Problems are the details some answers list beside the message.
	Problems []string
	// Code is the machine-readable code some answers carry.
	Code string
	// RequestID names the request in the service's logs.
	RequestID string
	// RetryAfter is the pause the service asked for, 0 if it did not.
	RetryAfter time.Duration
	// Kind is the meaning of the error.
	Kind Kind
	// Cause is the error below, if any.
	Cause error

	// failedInside is set for a 5xx of an interface that rejects with a 4xx only.
	failedInside bool
	// ownAnswer is set if the body is of the shape that the management interface gives its errors.
	ownAnswer bool
	// subject is the kind of object that a 404 is about, as Wording.SubjectOf read it; empty if the service does not say
	// so.
	subject string
	// hasRetryAfter tells a RetryAfter of 0 from none.
	hasRetryAfter bool
	// connection is the reason for a missing answer, of KindNetwork.
	connection failure
	// complains is set if the message of a failure of unknown outcome is about the values of the request.
	complains bool
	// actsThoughRejected is ActsThoughRejected of the request.
	actsThoughRejected bool
	// succeeded is set if the answer began as a success, and was cut off.
	succeeded bool
}

// Error gives operation, message, status and request id on one line.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Operation, e.Summary())
	switch {
	case e.Status != 0 && e.RequestID != "":
		fmt.Fprintf(&b, " (HTTP %d, request ID %s)", e.Status, e.RequestID)
	case e.Status != 0:
		fmt.Fprintf(&b, " (HTTP %d)", e.Status)
	case e.RequestID != "":
		fmt.Fprintf(&b, " (no response, request ID %s)", e.RequestID)
	}
	return b.String()
}

// Summary returns the error without operation, status and id: the service's message and problems, else the cause, else
// the status in words.
func (e *Error) Summary() string {
	text := e.Message
	if len(e.Problems) > 0 {
		text = strings.TrimPrefix(text+": "+strings.Join(e.Problems, "; "), ": ")
	}
	switch {
	case text != "":
		return text
	case errors.Is(e.Cause, io.EOF), errors.Is(e.Cause, io.ErrUnexpectedEOF):
		return fmt.Sprintf("the connection ended before the response did (%s)", e.Cause)
	case e.Cause != nil:
		return e.Cause.Error()
	default:
		return fmt.Sprintf("%s, without a message", strings.ToLower(http.StatusText(e.Status)))
	}
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// ErrNoQueueURL is the error of all requests of the queue interface if Settings.QueueURL is nil.
var ErrNoQueueURL = errors.New("the URL of the queue interface is not configured")

// is reports whether an error is an Error for which holds is true, or wraps one.
func is(err error, holds func(*Error) bool) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && holds(e)
}

// IsNotFound reports whether the answer is 404. A front end may answer so, and the service does if the URL is wrong:
// alone it does not prove that the object does not exist.
func IsNotFound(err error) bool {
	return is(err, func(e *Error) bool { return e.Status == http.StatusNotFound })
}

// IsOwnNotFound reports whether the answer is a 404 of the shape that the management interface gives its errors. Any
// other 404 is a front end's, or one of a wrong URL, and proves nothing (contract 2.1, Gone).
func IsOwnNotFound(err error) bool {
	return is(err, func(e *Error) bool { return e.Status == http.StatusNotFound && e.ownAnswer })
}

// IsRateLimited reports whether a request was rejected because the client sent too many requests.
func IsRateLimited(err error) bool { return HasKind(err, KindRateLimited) }

// HasKind reports whether a request failed with an error of this kind.
func HasKind(err error, kind Kind) bool {
	return is(err, func(e *Error) bool { return e.Kind == kind })
}

// OutcomeUnknown reports whether a write may have been carried out although it failed: it has no answer, or one that
// does not say that it was rejected. Such a request must not be repeated before a look at its effect.
func OutcomeUnknown(err error) bool {
	return is(err, func(e *Error) bool { return policies[e.failure()].outcome == isUnknown })
}

// IsRefused reports whether a request was answered with 400, 403 or 422: it did nothing, and would not another time.
func IsRefused(err error) bool {
	refusals := []int{http.StatusBadRequest, http.StatusForbidden, http.StatusUnprocessableEntity}
	return is(err, func(e *Error) bool { return slices.Contains(refusals, e.Status) })
}

// IsTransient reports whether a failed look says nothing about what was looked at: the failure may be gone the next
// time.
func IsTransient(err error) bool {
	return is(err, func(e *Error) bool { return policies[e.failure()].transient })
}

// IsAnswered reports whether a request failed with an answer.
func IsAnswered(err error) bool { return is(err, func(e *Error) bool { return e.Status != 0 }) }

// WasNotSent reports whether the service never saw a request that failed.
func WasNotSent(err error) bool {
	return is(err, func(e *Error) bool { return policies[e.failure()].outcome == neverReached })
}

// IsUnanswered reports whether a request that was sent had no answer of the service.
func IsUnanswered(err error) bool {
	unanswered := []failure{connectionLost, cancelled, frontEnd, frontEndTimeout}
	return is(err, func(e *Error) bool { return slices.Contains(unanswered, e.failure()) })
}

// Complains reports whether the message of a failure of unknown outcome is about the values of the request.
func Complains(err error) bool { return is(err, func(e *Error) bool { return e.complains }) }

// Refuses reports whether the service's message refuses a request of unknown outcome: because of its values, an object
// in use, or missing capacity. Some services return such a message and carry the request out anyway.
func Refuses(err error) bool {
	return is(err, func(e *Error) bool { return e.complains || e.failure() == actedAndRejected })
}

// MayStillAct reports whether the service may still carry out a request that failed like this: it did not respond in
// time, or a front end or the caller stopped waiting for it.
func MayStillAct(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.failure() {
	case connectionLost:
		return !e.succeeded && (IsAttemptTimeout(err) || errors.As(e.Cause, new(stoppedError)))
	case frontEnd:
		return e.Status == http.StatusGatewayTimeout
	case frontEndTimeout, cancelled:
		return true
	default:
		return false
	}
}

// HasSucceeded reports whether a request failed only because its answer, a success, was cut off or cannot be read.
func HasSucceeded(err error) bool {
	return is(err, func(e *Error) bool { return e.succeeded || e.Kind == KindDecode })
}

// Subject returns the kind of object that a 404 is about, as Wording.SubjectOf read it from the message; empty if the
// service does not say so.
func Subject(err error) string {
	var e *Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.subject
}

// IsOwnAnswer reports whether the body of an error is of the shape that the management interface gives its errors. A
// front end's is not.
func IsOwnAnswer(e *Error) bool { return e.ownAnswer }
