package transport

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// How much of an answer is read, in bytes. A list of everything an account owns is far below the first bound. The rest
// of an error is not read: its message is at the beginning, and its status counts even if it never ends.
const (
	maxAnswerSize = 64 << 20
	maxErrorSize  = 1 << 20
)

// Attempt describes an attempt at a request, for Config.Observe.
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

// call is a request on its way: what all its attempts share.
type call struct {
	Request
	id      string // X-Request-Id
	http    *http.Request
	redact  redactor
	timeout time.Duration // of one attempt; 0 is none
	// timeouts counts the attempts that timed out.
	timeouts int
	ticket   uint64        // in the line of the limiter; 0 before the first attempt
	waited   time.Duration // for the service's rate limits
	wording  Wording       // Config.Wording
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
// and waits before that. Config.Observe is called after every attempt. Its error wraps an *Error, unless the request
// was withdrawn: see Withdraw.
func (t *Transport) Send(ctx context.Context, r Request) (*Answer, error) {
	call, err := t.newCall(ctx, r)
	if err != nil {
		return nil, err
	}
	if t.config.Begin != nil {
		defer t.config.Begin(r)()
	}
	began := time.Now()
	limiter := t.config.Shared.limits.limiter(r.Limit)
	var last *Error
	for retries, number := 0, 1; ; number++ {
		if r.Pass != nil {
			if stopped := r.Pass.Enter(ctx); errors.As(stopped, new(withdrawn)) {
				return nil, stopped
			} else if stopped != nil {
				return nil, call.notSent(last, number-1, stopped)
			}
		}
		if t.config.BeforeTurn != nil {
			t.config.BeforeTurn(ctx, call.Method, call.http.URL.Path)
		}
		turn, stopped := t.waitForTurn(ctx, call, limiter)
		if stopped != nil {
			return nil, call.notSent(last, number-1, stopped)
		}
		answer, failure := t.attempt(ctx, call, number)
		if throttling := limiter.answered(turn, failure); throttling != nil && t.config.ObserveThrottling != nil {
			t.config.ObserveThrottling(ctx, *throttling)
		}
		if failure == nil {
			return answer, nil
		}
		if t.config.Failed != nil {
			t.config.Failed(r, failure)
		}
		if r.repetition() == Repeatable && failure.Status == 0 && ctx.Err() != nil && last != nil && last.Status != 0 {
			// The caller's context ended during the attempt. The failure before it says more, unless this is a write,
			// whose outcome is unknown now.
			return nil, last.gaveUp(number, ctx.Err())
		}
		last = failure

		next := failure.next(r.repetition())
		if next != lookFirst && next != final && r.Pass != nil {
			r.Pass.Leave()
		}
		switch next {
		case retry:
			if retries++; t.isLast(ctx, call, failure, retries) && ctx.Err() == nil {
				return nil, failure
			}
		case waitOut:
			continue // All requests of the same limit wait, and this one is among them.
		case waitForUnpause:
			if time.Since(began) >= t.config.PausedGrace {
				return nil, failure
			}
		case lookFirst, final:
			return nil, failure // Also if the context has ended since.
		}
		if stopped := Pause(ctx, t.pauseAfter(failure, r, number)); stopped != nil {
			return nil, failure.gaveUp(number, stopped)
		}
	}
}

// isLast reports whether a request that can be repeated has had all of its attempts: MaxRetries besides the first, or
// two that timed out under WithIdleTimeout.
func (t *Transport) isLast(ctx context.Context, call *call, failure *Error, retries int) bool {
	if IsAttemptTimeout(failure) {
		call.timeouts++
	}
	_, impatient := idleTimeout(ctx)
	return retries > t.config.MaxRetries || impatient && call.timeouts > 1
}

// newCall prepares the attempts at a request. It fails if the request cannot be built, or the context has ended.
func (t *Transport) newCall(ctx context.Context, r Request) (*call, error) {
	call := &call{Request: r, id: rand.Text(), redact: newRedactor(ctx, t.config.APIKey),
		timeout: t.config.RequestTimeout, wording: t.config.Wording}
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

// attempt sends the call once, within Config.RequestTimeout. It returns either an answer or a failure.
func (t *Transport) attempt(ctx context.Context, call *call, number int) (*Answer, *Error) {
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
	err = call.redact.error(err) // A transport quotes its input, and the URLs of proxies with their passwords.
	if t.config.Observe != nil {
		attempt := Attempt{
			Operation: call.Operation, Method: call.Method, Path: call.http.URL.EscapedPath(), RequestID: call.id,
			Number: number, Duration: time.Since(began), Waited: call.waited, Err: err,
		}
		if err == nil {
			attempt.Status = got.Status
		}
		t.config.Observe(ctx, attempt)
	}
	if err == nil && t.config.Answered != nil {
		t.config.Answered(ctx, &Answer{call, got})
	}
	switch {
	case err != nil:
		return nil, call.unanswered(ctx, err)
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
// redirect to another host would send the request's body there.
func (t *Transport) exchange(ctx context.Context, call *call) (response, error) {
	if call.timeout > 0 {
		bounded, cancel := context.WithTimeout(ctx, call.timeout)
		defer cancel()
		ctx = bounded
	}
	ctx, idle, end := endIfSilent(ctx)
	defer end()
	httpRequest := call.http.WithContext(ctx)
	if httpRequest.GetBody != nil {
		body, err := httpRequest.GetBody()
		if err != nil {
			return response{}, err
		}
		httpRequest.Body = body
	}
	got, err := t.roundTripper.RoundTrip(httpRequest)
	if err != nil {
		return response{}, orSilence(ctx, err)
	}
	idle.heard()
	limit := maxErrorSize
	if isSuccess(got.StatusCode) {
		limit = maxAnswerSize
	}
	body, err := io.ReadAll(io.LimitReader(heardReader{got.Body, idle}, int64(limit)+1))
	if closing := got.Body.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return response{}, cutAnswer{got.StatusCode, orSilence(ctx, err)}
	}
	if !call.Queue { // The clocks of two interfaces can differ.
		t.config.Shared.Clock.note(got.Header)
	}
	r := response{Status: got.StatusCode, Header: got.Header, body: body[:min(len(body), limit)]}
	r.isCut = len(body) > limit
	return r, nil
}

func isSuccess(status int) bool { return status >= 200 && status <= 299 }

// cutAnswer is the error of an answer whose body could not be read to its end.
type cutAnswer struct {
	status int
	cause  error
}

func (e cutAnswer) Error() string { return "reading the answer: " + e.cause.Error() }

// Unwrap returns the reason.
func (e cutAnswer) Unwrap() error { return e.cause }
