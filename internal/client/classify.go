package client

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
)

// errorOf reads a response that is not a success.
func (c *call) errorOf(r response) *Error {
	e := &Error{
		Operation: c.operation, OnQueue: c.queue, Status: r.status, RequestID: c.id,
		actsThoughRejected: c.actsThoughRejected,
	}
	if id := r.header.Get("X-Request-Id"); id != "" {
		e.RequestID = cut(c.redact.Replace(id))
	}
	text := readErrorBody(r)
	e.ownAnswer = text.own
	// Classified before it is redacted: a secret can be an ordinary word that the classification needs.
	message, _, code := text.shown(asItIs)
	e.Kind = classify(r.status, message, code)
	if r.status == http.StatusNotFound && c.subjectOf != nil {
		e.subject = c.subjectOf(message)
	}
	e.complains = e.Kind == KindInternal && complaint.MatchString(message) && !trouble.MatchString(message) ||
		e.Kind == KindInUse
	e.Message, e.Problems, e.Code = text.shown(c.redact.Replace)
	e.RetryAfter, e.hasRetryAfter = retryAfter(r.header, time.Now())
	if r.status == http.StatusGone {
		e.links = (&answer{c, r}).links()
	}
	if e.Kind == KindRedirect && e.Message == "" {
		e.Message = "the answer is a redirect to " + cut(c.redact.Replace(r.header.Get("Location")))
	}
	return e
}

// unanswered is the error of an attempt without a complete answer. ctx is that of all attempts.
func (c *call) unanswered(ctx context.Context, err error) *Error {
	if noTLS := (tls.RecordHeaderError{}); errors.As(err, &noTLS) && string(noTLS.RecordHeader[:]) == "HTTP/" {
		err = fmt.Errorf("the URL says https, and the server there answers in plain HTTP: %w", err)
	}
	cut := cutAnswer{}
	return &Error{
		Operation: c.operation, OnQueue: c.queue, RequestID: c.id, Kind: KindNetwork,
		Cause: ofAttempt(ctx, c.timeout, err), connection: connectionFailure(err),
		succeeded: errors.As(err, &cut) && isSuccess(cut.status),
	}
}

// notBuilt is the error of a request that cannot be sent as it is.
func (c *call) notBuilt(err error) *Error {
	return &Error{Operation: c.operation, OnQueue: c.queue, Kind: KindInvalid, Cause: err}
}

// gaveUp is the error of a call whose caller's context ended after this failure of the last attempt. The error is the
// failure, and the context only why there was no further attempt; unless a connection was lost, which says less.
func (e *Error) gaveUp(attempts int, stopped error) error {
	switch {
	case e.Status == 0 && errors.As(e.Cause, new(stoppedError)):
		return e // It says so already.
	case e.Status == 0 && e.connection == connectionLost:
		timeUp := *e
		timeUp.Cause = inWords(stopped)
		return &timeUp
	default:
		return fmt.Errorf("%w; gave up after %d attempts: %w", e, attempts, inWords(stopped))
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

// classify returns the kind of an answer's error. Messages come first: the service answers most rejections with 500,
// and only the message distinguishes them from failures (contract 2.2 to 2.6). A front end's page is not a message.
func classify(status int, message, code string) Kind {
	frontEnd := status >= http.StatusBadGateway && status <= http.StatusGatewayTimeout
	if !frontEnd && status != http.StatusNotFound && status != http.StatusTooManyRequests {
		if code == "ENDPOINT_PAUSED" || status == http.StatusConflict && paused.MatchString(message) {
			return KindPaused // The code is missing in some deployments.
		}
		troubled := status >= http.StatusInternalServerError && trouble.MatchString(message)
		for _, known := range meanings {
			if known.message.MatchString(message) && (!troubled || !known.isOfAccount) {
				return known.kind
			}
		}
	}
	switch {
	case frontEnd || status == http.StatusRequestTimeout || status > http.StatusGatewayTimeout:
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

// complaint matches the message of a 500 that rejects what was sent as invalid (contract 2.6). Other failures may have
// the same words, so it is only a reason not to send a create again: see repeatableCreate.
var complaint = regexp.MustCompile(`(?i)\bmust (be|have|not)\b|\bdoes not exist\b|\brequired\b|\bvalidation\b|` +
	`\bnot (a )?valid\b|\binvalid\b|\bunknown\b|\bnot (allowed|supported)\b|\btoo (large|long|small|many)\b`)

// trouble matches the message of a 500 for a failure inside the service, whatever else it mentions: a balance that
// could not be read is not an insufficient balance, and an unknown error is not about what was sent.
var trouble = regexp.MustCompile(`(?i)\b(unknown|unexpected|internal|internal server) error\b|\bnil pointer\b|` +
	`\bpanic\b|\binvalid (memory|response|state)\b|\bupstream\b|\bunreachable\b|\btimed out\b|\btransaction\b|` +
	`\bdeadlock\b|\b(could not|cannot|unable to|failed to) (reach|connect|acquire)\b|` +
	`\bconnection (refused|reset|closed|lost)\b|\b(service|temporarily) (is )?unavailable\b`)

var paused = regexp.MustCompile(`(?i)\bpaused\b`)

// meanings are the rejections that are recognised by their messages. The first match wins. A message about the account
// is a rejection only if it does not match trouble too.
var meanings = []struct {
	message     *regexp.Regexp
	kind        Kind
	isOfAccount bool
}{
	{regexp.MustCompile(`(?i)name must be unique`), KindNameTaken, false},
	{regexp.MustCompile(`(?i)must remove this network volume|\bin use\b`), KindInUse, false},
	{regexp.MustCompile(`(?i)exceeded max body size`), KindTooLarge, false},
	{regexp.MustCompile(`(?i)no instances|instances available|not have the resources`), KindNoCapacity, false},
	{regexp.MustCompile(`(?i)not enough free gpus|could not find any pods`), KindNoCapacity, false},
	{regexp.MustCompile(`(?i)cannot use pod templates`), KindPodTemplate, false},
	{regexp.MustCompile(`(?i)no longer offered`), KindNotOffered, false},
	{regexp.MustCompile(`(?i)\bquota\b`), KindQuota, true},
	{regexp.MustCompile(`(?i)\bbalance\b`), KindBalance, true},
	{regexp.MustCompile(`(?i)\blocked\b`), KindLocked, true},
}
