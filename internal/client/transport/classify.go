package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"syscall"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
)

// errorOf reads a response that is not a success.
func (c *call) errorOf(r response) *Error {
	e := &Error{
		Operation: c.Operation, OnQueue: c.Queue, Status: r.Status, RequestID: c.id,
		actsThoughRejected: c.ActsThoughRejected,
	}
	if id := r.Header.Get("X-Request-Id"); id != "" {
		e.RequestID = redact.OneLine(c.redact.Replace(id))
	}
	text := readErrorBody(r.body)
	e.ownAnswer = c.wording.IsOwn != nil && c.wording.IsOwn(r.Status, r.body)
	// Classified before it is redacted: a secret can be an ordinary word that the classification needs.
	message, _, code := text.shown(asItIs)
	e.Kind, e.failedInside = c.kindOf(r.Status, message, code)
	if r.Status == http.StatusNotFound && c.wording.SubjectOf != nil {
		e.subject = c.wording.SubjectOf(message)
	}
	rejects := complaint.MatchString(message) && !trouble.MatchString(message) && !e.failedInside
	e.complains = e.Kind == KindInternal && rejects || e.Kind == KindInUse
	e.Message, e.Problems, e.Code = text.shown(c.redact.Replace)
	e.RetryAfter, e.hasRetryAfter = pacing.RetryAfter(r.Header, time.Now())
	if e.Kind == KindRedirect && e.Message == "" {
		e.Message = "the response is a redirect to " + redact.OneLine(c.redact.Replace(r.Header.Get("Location")))
	}
	return e
}

// unanswered returns the error of an attempt without a complete answer. ctx is that of all attempts, and status that of
// an answer that was cut off.
func (c *call) unanswered(ctx context.Context, status int, err error) *Error {
	if noTLS := (tls.RecordHeaderError{}); errors.As(err, &noTLS) && string(noTLS.RecordHeader[:]) == "HTTP/" {
		err = fmt.Errorf("the URL begins with https, and the server there responds in plain HTTP: %w", err)
	}
	return &Error{
		Operation: c.Operation, OnQueue: c.Queue, RequestID: c.id, Kind: KindNetwork,
		Cause: ofAttempt(ctx, c.timeout, err), connection: connectionFailure(err),
		succeeded: isSuccess(status),
	}
}

// stoppedBy names the end of the caller's context as the cause if the error is the end of a context that lingered after
// it: the lingering context is cancelled, also after a timeout of the caller.
func (e *Error) stoppedBy(caller context.Context) *Error {
	if stopped := caller.Err(); stopped != nil && errors.As(e.Cause, new(stoppedError)) {
		e.Cause = InWords(stopped)
	}
	return e
}

// notBuilt returns the error of a request that cannot be sent as it is.
func (c *call) notBuilt(err error) *Error {
	return &Error{Operation: c.Operation, OnQueue: c.Queue, Kind: KindInvalid, Cause: err}
}

// gaveUp returns the error of a call whose caller's context ended after this failure of the last attempt. The error is
// the failure, and the context only why no further attempt followed; unless a connection was lost, which says less.
func (e *Error) gaveUp(attempts int, stopped error) error {
	switch {
	case e.Status == 0 && errors.As(e.Cause, new(stoppedError)):
		return e // It says so already.
	case e.Status == 0 && e.connection == connectionLost:
		timeUp := *e
		timeUp.Cause = InWords(stopped)
		return &timeUp
	default:
		made := fmt.Sprintf("%d attempts", attempts)
		if attempts == 1 {
			made = "one attempt"
		}
		return fmt.Errorf("%w; gave up after %s: %w", e, made, InWords(stopped))
	}
}

// connectionFailure tells the errors of a connection apart.
func connectionFailure(err error) failure {
	var (
		resolve     *net.DNSError
		operation   *net.OpError
		certificate *tls.CertificateVerificationError
		noTLS       tls.RecordHeaderError
	)
	switch {
	case errors.As(err, &resolve), errors.Is(err, syscall.ECONNREFUSED):
		return neverSent
	case errors.As(err, &operation) && operation.Op == "dial":
		return neverSent
	case errors.As(err, &certificate), errors.As(err, &noTLS):
		return untrusted
	case errors.Is(err, context.Canceled):
		return cancelled
	default:
		return connectionLost
	}
}

// kindOf returns the kind of an answer's error, and whether the management interface failed inside. Where an interface
// rejects with a 4xx only, as the queue does, the words of a 5xx have no meaning: the request may have been carried
// out.
func (c *call) kindOf(status int, message, code string) (kind Kind, failedInside bool) {
	if status < http.StatusInternalServerError || !c.Queue && !c.wording.RejectsWith4xx {
		return c.wording.Classify(status, message, code), false
	}
	return kindOfFailure(status), !c.Queue
}

// Wording gives the words of a service's errors a meaning. The zero value knows no words.
type Wording struct {
	// Meanings are the rejections that are recognised by their words. The first match wins.
	Meanings []Meaning
	// SubjectOf reads from the message of a 404 what it is about: see Subject. Nil reads nothing.
	SubjectOf func(message string) string
	// RejectsWith4xx is set for a management interface that rejects with a 4xx only: a 5xx is a failure inside the
	// service, whatever its words, and the request may have been carried out.
	RejectsWith4xx bool
	// IsOwn reports whether an error's body has the shape that the management interface gives its errors. Nil: none has.
	IsOwn func(status int, body []byte) bool
}

// Meaning is the kind of the errors that have a code, or if Code is empty, a message.
type Meaning struct {
	Kind Kind
	Code string
	// Message matches the message, and Status is the only status with which that counts; 0 is any.
	Message *regexp.Regexp
	Status  int
	// IsOfAccount is set for a message about the account, which is a rejection only if it does not match trouble too.
	IsOfAccount bool
}

// matches reports whether an answer has this meaning. troubled is set for a failure inside the service.
func (m Meaning) matches(status int, message, code string, troubled bool) bool {
	if m.Code != "" {
		return code == m.Code
	}
	return (m.Status == 0 || m.Status == status) && m.Message.MatchString(message) && (!troubled || !m.IsOfAccount)
}

// Classify returns the kind of an answer's error. Messages come first: the service answers most rejections with 500,
// and only the message distinguishes them from failures (contract 2.2 to 2.6). Above 500, it is a front end's, or says
// what failed.
func (w Wording) Classify(status int, message, code string) Kind {
	if status > http.StatusInternalServerError || status == http.StatusNotFound || status == http.StatusTooManyRequests {
		return kindOfStatus(status)
	}
	troubled := status >= http.StatusInternalServerError && trouble.MatchString(message)
	for _, known := range w.Meanings {
		if known.matches(status, message, code, troubled) {
			return known.Kind
		}
	}
	return kindOfStatus(status)
}

// isFrontEnds reports whether an error's status is one that a front end gives, and not the service.
func isFrontEnds(status int) bool {
	return status >= http.StatusBadGateway && status <= http.StatusGatewayTimeout
}

// kindOfFailure returns the kind of a failure inside the service, or in front of it.
func kindOfFailure(status int) Kind {
	if kind := kindOfStatus(status); kind == KindUnavailable {
		return kind
	}
	return KindInternal
}

// kindOfStatus returns the kind of an error whose message has no known meaning.
func kindOfStatus(status int) Kind {
	switch {
	case isFrontEnds(status) || status == http.StatusRequestTimeout || status > http.StatusGatewayTimeout:
		return KindUnavailable // Above 504 are front ends' own, such as 524 for an answer that took too long.
	case status == http.StatusBadRequest || status == http.StatusUnprocessableEntity:
		return KindInvalid
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return KindUnauthorized
	case status == http.StatusNotFound:
		return KindNotFound
	case status == http.StatusConflict:
		return KindConflict
	case status == http.StatusTooManyRequests:
		return KindRateLimited
	case status == http.StatusInternalServerError:
		return KindInternal
	case status >= 300 && status < 400:
		return KindRedirect
	default:
		return KindUnknown
	}
}

// complaint matches the message of a 500 that rejects the request as invalid (contract 2.6). Other failures may have
// the same words, so it is only a reason to look once: see Complains.
var complaint = regexp.MustCompile(`(?i)\bmust (be|have|not)\b|\bdoes not exist\b|\brequired\b|\bvalidation\b|` +
	`\bnot (a )?valid\b|\binvalid\b|\bunknown\b|\bnot (allowed|supported)\b|\btoo (large|long|small|many)\b`)

// trouble matches the message of a 500 for a failure inside the service, whatever else it mentions: a balance that
// could not be read is not an insufficient balance, and an unknown error is not about the request.
var trouble = regexp.MustCompile(`(?i)\b(unknown|unexpected|internal|internal server) error\b|\bnil pointer\b|` +
	`\bpanic\b|\binvalid (memory|response|state)\b|\bupstream\b|\bunreachable\b|\btimed out\b|\btransaction\b|` +
	`\b(deadlock|database)\b|\bcannot (reach|connect|acquire)\b|\b(could not|unable to|failed to) \w+|` +
	`\bconnection (refused|reset|closed|lost)\b|\b(service|temporarily) (is )?unavailable\b`)
