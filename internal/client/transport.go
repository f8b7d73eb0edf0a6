package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// largestAnswer bounds what is read of an answer. A list of everything an
// account owns is far below it.
const largestAnswer = 64 << 20

// Attempt is what Config.Observe is told of one attempt at a request.
type Attempt struct {
	Operation string
	Method    string
	Path      string // below the host, escaped
	RequestID string
	Number    int // from 1
	Status    int // 0 if there was no answer
	Duration  time.Duration
	Err       error // nil if there was an answer
}

// call is what the links of the chain know of the request they serve. It
// travels in the context because that is the only thing the retrying library
// hands through.
type call struct {
	operation  string
	onQueue    bool
	repeatable bool
	single     bool
	requestID  string
	redact     *strings.Replacer
	timeout    time.Duration // of one attempt; 0 is none
	status     int           // of a success
	attempts   int
	last       *Error // the last attempt's failure
}

type callKey struct{}

func callFrom(ctx context.Context) *call {
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		return c
	}
	return &call{}
}

// send is the chain every request goes through: send → retry → error. It
// returns the body of a success.
func (c *Client) send(ctx context.Context, r request) ([]byte, *call, error) {
	call := &call{operation: r.operation, onQueue: r.queue, repeatable: r.repeatable(), single: r.single, timeout: c.config.RequestTimeout, requestID: rand.Text(), redact: redactor(ctx, c.config.APIKey)}
	if err := ctx.Err(); err != nil {
		return nil, call, &Error{Operation: r.operation, OnQueue: r.queue, Kind: KindNetwork, Cause: inWords(err), unsent: true}
	}
	base := c.config.RESTURL
	if r.queue {
		base = c.config.QueueURL
	}
	if base == nil {
		return nil, call, &Error{Operation: r.operation, OnQueue: r.queue, Kind: KindInvalid, Cause: ErrNoQueueURL, unsent: true}
	}
	httpRequest, err := r.http(context.WithValue(ctx, callKey{}, call), base)
	if err != nil {
		return nil, call, &Error{Operation: r.operation, OnQueue: r.queue, Kind: KindInvalid, Cause: err, unsent: true}
	}
	httpRequest.Header.Set("Authorization", "Bearer "+c.config.APIKey)
	httpRequest.Header.Set("X-Request-Id", call.requestID)
	if c.config.UserAgent != "" {
		httpRequest.Header.Set("User-Agent", c.config.UserAgent)
	}

	answer, err := c.http.Do(httpRequest)
	if answer != nil {
		defer answer.Body.Close()
	}
	if err != nil {
		return nil, call, call.failed(ctx, err)
	}
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return nil, call, call.errorOf(answer)
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, call, call.failed(ctx, err)
	}
	call.status = answer.StatusCode
	return body, call, nil
}

// errorOf reads an answer that is no success. The body stays readable.
func (c *call) errorOf(answer *http.Response) *Error {
	if answer.StatusCode >= 200 && answer.StatusCode <= 299 {
		return nil
	}
	var body []byte
	if read, err := io.ReadAll(answer.Body); err == nil {
		body = read
	}
	answer.Body = io.NopCloser(bytes.NewReader(body))
	e := &Error{Operation: c.operation, OnQueue: c.onQueue, Status: answer.StatusCode, RequestID: c.requestID}
	if id := answer.Header.Get("X-Request-Id"); id != "" {
		e.RequestID = id
	}
	// What it means is read from the message as it is, and only what is shown is
	// redacted: a secret can be an ordinary word.
	message, _, code := decodeErrorBody(answer.Header, body, func(text string) string { return text })
	e.Kind, e.missing = classify(e.Status, message, code), missingOf(e.Status, message)
	e.ownAnswer = isOwnError(e.Status, body)
	e.Message, e.Problems, e.Code = decodeErrorBody(answer.Header, body, c.redact.Replace)
	var asked bool
	e.RetryAfter, asked = retryAfter(answer.Header, time.Now())
	// Saying when to come back says that nothing was done.
	e.unsent = e.Status == http.StatusServiceUnavailable && asked
	if e.Kind == KindRedirect && e.Message == "" {
		e.Message = "the answer is a redirect to " + cut(c.redact.Replace(answer.Header.Get("Location")))
	}
	return e
}

// errorWithout makes an error of having no answer. The URL, which the standard
// library puts in front, is left out: the operation says it better.
func (c *call) errorWithout(ctx context.Context, err error) *Error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return &Error{Operation: c.operation, OnQueue: c.onQueue, RequestID: c.requestID, Kind: KindNetwork, Cause: ofAttempt(ctx, c.timeout, err), unsent: neverSent(err)}
}

// failed is the error of a call that ended without an answer. If it ended
// because the caller ran out of time between two attempts, the last refusal is
// what happened, and the time only why it was not tried again.
func (c *call) failed(ctx context.Context, err error) error {
	stopped := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	if c.last == nil || !stopped || c.last.Kind == KindNetwork && c.last.Status == 0 {
		return c.errorWithout(ctx, err)
	}
	return fmt.Errorf("%w; gave up after %d attempts: %w", c.last, c.attempts, inWords(err))
}

// undecodable is the error of a success whose body is not what it should be.
func (c *call) undecodable(err error) *Error {
	return &Error{
		Operation: c.operation, OnQueue: c.onQueue, Status: c.status, RequestID: c.requestID, Kind: KindDecode,
		Cause: fmt.Errorf("the answer is not what the interface describes: %w", err),
	}
}

// observed counts attempts and tells Config.Observe of each.
type observed struct {
	next    http.RoundTripper
	observe func(context.Context, Attempt)
}

func (t observed) RoundTrip(r *http.Request) (*http.Response, error) {
	call, start := callFrom(r.Context()), time.Now()
	call.attempts++
	answer, err := t.next.RoundTrip(r)
	if t.observe != nil {
		attempt := Attempt{
			Operation: call.operation, Method: r.Method, Path: r.URL.EscapedPath(), RequestID: call.requestID,
			Number: call.attempts, Duration: time.Since(start), Err: err,
		}
		if answer != nil {
			attempt.Status = answer.StatusCode
		}
		t.observe(r.Context(), attempt)
	}
	return answer, err
}

// wholeAnswers reads an answer to its end before it hands it on. So half an
// answer is a failed attempt, to be repeated or not like any other, instead of
// a failure after the last decision was made.
type wholeAnswers struct{ next http.RoundTripper }

func (t wholeAnswers) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, largestAnswer+1))
	if closing := answer.Body.Close(); err == nil {
		err = closing
	}
	if err == nil && len(body) > largestAnswer {
		err = fmt.Errorf("the answer is larger than %d MiB", largestAnswer>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	answer.Body = io.NopCloser(bytes.NewReader(body))
	return answer, nil
}
