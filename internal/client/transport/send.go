package transport

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
)

// How much of an answer is read, in bytes. A list of everything an account owns is far below the first bound. The rest
// of an error is not read: its message is at the beginning, and its status counts even if it never ends.
const (
	maxAnswerSize = 64 << 20
	maxErrorSize  = 1 << 20
)

// Attempt describes an attempt at a request, for Settings.ObserveAttempt.
type Attempt struct {
	Operation string
	Method    string
	Path      string // below the host, escaped
	RequestID string
	Number    int // from 1
	Status    int // 0 if there was no whole answer
	Duration  time.Duration
	Waited    time.Duration // for the service's rate limits, before this attempt and those before it
	Err       error         // nil if there was a whole answer
}

// call is a request on its way: the state of all its attempts.
type call struct {
	Request
	id      string // X-Request-Id
	http    *http.Request
	redact  redact.Redactor
	timeout time.Duration // of one attempt; 0 is none
	bounded bool          // by WithAttemptTimeout
	wording Wording       // Config.Wording

	began    time.Time
	waited   time.Duration // for the service's rate limits
	attempts int           // that were made
	retries  int           // of those, the ones that Settings.MaxRetries bounds
	last     *Error        // of the last attempt; nil before its end
	header   http.Header   // of the last attempt's response; nil if it had none
}

// response is an HTTP response, read to its end, or to the bound of maxAnswerSize or maxErrorSize.
type response struct {
	Status int
	Header http.Header
	body   []byte
	isCut  bool // There was more of the body than is read.
}

// Answer is the whole response to a call; one that Send returns is a success.
type Answer struct {
	*call
	response
}

// Send makes an attempt at a request, classifies its failure, decides by the table of retry.go whether to repeat it,
// and waits before that. ObserveAttempt is called after every attempt. Its error wraps an *Error.
func (t *Transport) Send(ctx context.Context, r Request) (*Answer, error) {
	call, err := t.newCall(ctx, r)
	if err != nil {
		return nil, err
	}
	if t.config.Begin != nil {
		defer t.config.Begin(r)()
	}
	limiter := t.config.Limits.Of(r.Limit)
	leaving := ctx
	if !r.LeaveBy.IsZero() {
		var cancel context.CancelFunc
		leaving, cancel = context.WithDeadline(ctx, r.LeaveBy)
		defer cancel()
	}
	for {
		turn, stopped := t.waitForTurn(leaving, call, limiter)
		if stopped != nil {
			return nil, call.notSent(stopped)
		}
		answer, failure := t.attempt(ctx, call)
		throttling := limiter.Answered(turn, failure.pace(), call.header)
		if throttling != nil && t.config.ObserveThrottling != nil {
			t.config.ObserveThrottling(ctx, *throttling)
		}
		if failure == nil {
			return answer, nil
		}
		if err := t.beforeNext(leaving, call, failure); err != nil {
			return nil, err
		}
	}
}

// beforeNext waits for the time of the next attempt after one that failed. If none follows, it returns the error of the
// call.
func (t *Transport) beforeNext(ctx context.Context, call *call, failure *Error) error {
	if t.config.Failed != nil {
		t.config.Failed(call.Request, failure)
	}
	if ctx.Err() != nil && call.lastSaysMore(failure) {
		return call.last.gaveUp(call.attempts, ctx.Err())
	}
	call.last = failure

	next := failure.next(call.repetition())
	if next == lookFirst || next == final {
		return failure // Also if the context has ended since.
	}
	switch {
	case next == waitOut:
		return nil // All requests of the same limit wait, and this one is among them.
	case next == retry && t.isLast(call, failure) && ctx.Err() == nil,
		next == waitForUnpause && time.Since(call.began) >= t.config.Times.Paused:
		return failure
	}
	if stopped := Pause(ctx, t.pauseAfter(failure, call.Request, call.attempts)); stopped != nil {
		return failure.gaveUp(call.attempts, stopped)
	}
	return nil
}

// lastSaysMore reports whether the failure of the attempt before says more than that of an attempt during which the
// caller's context ended. After a write it does not: now the outcome is unknown.
func (c *call) lastSaysMore(failure *Error) bool {
	return c.repetition() == Repeatable && failure.Status == 0 && c.last != nil && c.last.Status != 0
}

// isLast counts a retry, and reports whether a request that can be repeated has had all of its attempts: MaxRetries
// besides the first, or one that timed out under WithAttemptTimeout.
func (t *Transport) isLast(call *call, failure *Error) bool {
	call.retries++
	return call.retries > t.config.MaxRetries || call.bounded && IsAttemptTimeout(failure)
}

// newCall prepares the attempts at a request. It fails if the request cannot be built, or the context has ended.
func (t *Transport) newCall(ctx context.Context, r Request) (*call, error) {
	call := &call{Request: r, id: rand.Text(), redact: redact.New(ctx, t.config.APIKey),
		wording: t.config.Wording, began: time.Now()}
	call.timeout, call.bounded = attemptTimeoutOf(ctx, t.config.RequestTimeout)
	if err := ctx.Err(); err != nil {
		return nil, &Error{
			Operation: r.Operation, OnQueue: r.Queue, Kind: KindNetwork, Cause: InWords(err), connection: neverSent,
		}
	}
	base := t.config.RESTURL
	if r.Queue {
		base = t.config.QueueURL
	}
	if base == nil {
		return nil, call.notBuilt(ErrNoQueueURL)
	}
	var err error
	if call.http, err = r.http(ctx, base); err != nil {
		return nil, call.notBuilt(err)
	}
	call.http.Header.Set("Authorization", "Bearer "+t.config.APIKey)
	call.http.Header.Set("X-Request-Id", call.id)
	if t.config.UserAgent != "" {
		call.http.Header.Set("User-Agent", t.config.UserAgent)
	}
	return call, nil
}

// attempt sends the call once, within Settings.RequestTimeout. It returns either an answer or a failure.
func (t *Transport) attempt(ctx context.Context, call *call) (*Answer, *Error) {
	call.attempts++
	caller := ctx
	if call.AnswerGrace > 0 {
		lingering, cancel := LingeringContext(ctx, call.AnswerGrace)
		defer cancel()
		ctx = lingering
	}
	if call.Leaves != nil {
		call.Leaves()
	}
	began := time.Now()
	got, err := t.exchange(ctx, call)
	call.header = got.Header
	err = call.redact.Error(err) // A transport quotes its input, and the URLs of proxies with their passwords.
	if t.config.ObserveAttempt != nil {
		attempt := Attempt{
			Operation: call.Operation, Method: call.Method, Path: call.http.URL.EscapedPath(), RequestID: call.id,
			Number: call.attempts, Duration: time.Since(began), Waited: call.waited, Err: err,
		}
		if err == nil {
			attempt.Status = got.Status
		}
		t.config.ObserveAttempt(ctx, attempt)
	}
	if err == nil && t.config.Answered != nil {
		t.config.Answered(ctx, &Answer{call, got})
	}
	switch {
	case err != nil:
		return nil, call.unanswered(ctx, got.Status, err).stoppedBy(caller)
	case !isSuccess(got.Status):
		return nil, call.errorOf(got)
	case got.isCut:
		return nil, (&Answer{call, got}).Undecodable(fmt.Errorf("it is larger than %d MiB", maxAnswerSize>>20))
	default:
		return &Answer{call, got}, nil
	}
}

// exchange makes one HTTP exchange and reads the response to its end, so that an incomplete answer is a failed attempt
// like any other. A transport follows no redirect, which is intended: a redirected POST would arrive as a GET, and a
// redirect to another host would send the request's body there. After an error, the response has at most its status.
func (t *Transport) exchange(ctx context.Context, call *call) (response, error) {
	if call.timeout > 0 {
		bounded, cancel := context.WithTimeout(ctx, call.timeout)
		defer cancel()
		ctx = bounded
	}
	httpRequest := call.http.WithContext(ctx)
	if httpRequest.GetBody != nil {
		body, err := httpRequest.GetBody()
		if err != nil {
			return response{}, err
		}
		httpRequest.Body = body
	}
	asked := time.Now()
	got, err := t.roundTripper.RoundTrip(httpRequest)
	if err != nil {
		return response{}, err
	}
	arrived := time.Now()
	limit := maxErrorSize
	if isSuccess(got.StatusCode) {
		limit = maxAnswerSize
	}
	body, err := io.ReadAll(io.LimitReader(got.Body, int64(limit)+1))
	if closing := got.Body.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return response{Status: got.StatusCode}, fmt.Errorf("reading the response: %w", err)
	}
	if call.Dated != nil {
		*call.Dated = Dated{Date: dateOf(got.Header), Asked: asked, Arrived: arrived}
	}
	r := response{Status: got.StatusCode, Header: got.Header, body: body[:min(len(body), limit)]}
	r.isCut = len(body) > limit
	return r, nil
}

// dateOf reads the Date of an answer; the zero time if it has none that can be read.
func dateOf(header http.Header) time.Time {
	date, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return time.Time{}
	}
	return date
}

func isSuccess(status int) bool { return status >= 200 && status <= 299 }
