package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"syscall"
	"testing"
	"time"
)

// failed is an attempt: with an answer, or with an error instead of one.
type failed struct {
	acts       bool // ActsThoughRejected
	status     int
	retryAfter string
	body       string
	err        error
}

// testWording is that of a service that calls things by these names.
var testWording = Wording{Meanings: []Meaning{
	{Code: "ENDPOINT_PAUSED", Kind: KindPaused},
	{Message: regexp.MustCompile(`no instances`), Kind: KindNoCapacity},
	{Message: regexp.MustCompile(`in use`), Kind: KindInUse},
	{Message: regexp.MustCompile(`name must be unique`), Kind: KindNameTaken},
}}

// classified is the attempt's failure as Transport.attempt gives it.
func (f failed) classified(t *testing.T) *Error {
	t.Helper()
	call := &call{Request: Request{ActsThoughRejected: f.acts}, redact: newRedactor(t.Context(), "the-key"),
		wording: testWording}
	if f.err != nil {
		return call.unanswered(t.Context(), &url.Error{Op: "Post", URL: "http://x", Err: f.err})
	}
	header := http.Header{}
	if f.retryAfter != "" {
		header.Set("Retry-After", f.retryAfter)
	}
	return call.errorOf(response{Status: f.status, Header: header, body: []byte(f.body)})
}

// Every line of the policy, and which attempts belong to it.
func TestPolicies(t *testing.T) {
	t.Parallel()
	type line struct {
		outcome                 outcome
		transient               bool
		read, write, submission decision // GET and DELETE; POST and PATCH; a job's
	}
	walked := map[failure]bool{}
	for name, test := range map[string]struct {
		attempt failed
		failure failure
		want    line
		why     string
	}{
		"connection refused": {
			failed{err: &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}}, neverSent,
			line{neverReached, true, retry, retry, retry}, "never reached the service",
		},
		"no such name": {
			failed{err: &net.DNSError{Err: "no such host"}}, neverSent,
			line{neverReached, true, retry, retry, retry}, "never reached the service",
		},
		"dial timeout": {
			failed{err: &net.OpError{Op: "dial", Err: context.DeadlineExceeded}}, neverSent,
			line{neverReached, true, retry, retry, retry}, "there was no connection",
		},
		"no TLS": {
			failed{err: tls.RecordHeaderError{Msg: "not TLS"}}, untrusted,
			line{neverReached, false, final, final, final}, "it will not learn it",
		},
		"bad certificate": {
			failed{err: &tls.CertificateVerificationError{Err: errors.New("expired")}}, untrusted,
			line{neverReached, false, final, final, final},
			"it stays bad, and no request was sent over such a connection",
		},
		"cancelled": {
			failed{err: context.Canceled}, cancelled,
			line{isUnknown, false, final, final, final}, "the caller wants no more",
		},
		"connection reset": {
			failed{err: &net.OpError{Op: "read", Err: syscall.ECONNRESET}}, connectionLost,
			line{isUnknown, true, retry, lookFirst, final}, "it may have been carried out before",
		},
		"half an answer": {
			failed{err: io.ErrUnexpectedEOF}, connectionLost,
			line{isUnknown, true, retry, lookFirst, final}, "it was carried out, probably",
		},
		"attempt timed out": {
			failed{err: context.DeadlineExceeded}, connectionLost,
			line{isUnknown, true, retry, lookFirst, final}, "the service may still be at it",
		},
		"rate limit": {
			failed{status: 429}, rateLimited,
			line{didNothing, true, waitOut, waitOut, waitOut}, "it was refused before anything was done",
		},
		"unavailable, with a time": {
			failed{status: 503, retryAfter: "0"}, askedToComeBack,
			line{didNothing, true, retry, retry, retry}, "asking to come back says that nothing was done",
		},
		"bad gateway": {
			failed{status: 502}, frontEnd,
			line{isUnknown, true, retry, lookFirst, final},
			"a front end lost the answer; a create may have been carried out",
		},
		"bad gateway, with a time": {
			failed{status: 502, retryAfter: "1"}, frontEnd,
			line{isUnknown, true, retry, lookFirst, final}, "only 503 says with a time that nothing was done",
		},
		"unavailable": {
			failed{status: 503}, frontEnd,
			line{isUnknown, true, retry, lookFirst, final}, "it does not say that nothing was done",
		},
		"gateway timeout": {
			failed{status: 504}, frontEnd,
			line{isUnknown, true, retry, lookFirst, final}, "the service may still be at it",
		},
		"a front end's own": {
			failed{status: 524}, frontEndTimeout,
			line{isUnknown, true, final, lookFirst, final}, "the answer took too long, and would again",
		},
		"request timeout": {
			failed{status: 408}, frontEndTimeout,
			line{isUnknown, true, final, lookFirst, final}, "somebody waited too long",
		},
		"internal error": {
			failed{status: 500}, internalError,
			line{isUnknown, true, final, lookFirst, final},
			"the service answers 500 for most refusals, and after some successes",
		},
		"not implemented": {
			failed{status: 501}, internalError,
			line{isUnknown, true, final, lookFirst, final}, "a 5xx without a meaning, like 500",
		},
		"pod without capacity": {
			failed{acts: true, status: 500, body: `{"error":"no instances"}`}, actedAndRejected,
			line{isUnknown, true, final, lookFirst, final}, "the pod was seen to exist",
		},
		"pod without capacity, 400": {
			failed{acts: true, status: 400, body: `{"error":"no instances"}`}, rejected,
			line{didNothing, false, final, final, final}, "it was refused before anything was done",
		},
		"a create for what is in use": {
			failed{acts: true, status: 500, body: `{"error":"file in use"}`}, actedAndRejected,
			line{isUnknown, true, final, lookFirst, final}, "it does not say that nothing was made",
		},
		"a start without capacity": {
			failed{status: 500, body: `{"error":"no instances"}`}, rejectedAsError,
			line{didNothing, true, final, final, final}, "nothing but a create acts and then says so",
		},
		"name taken": {
			failed{status: 500, body: `{"error":"name must be unique"}`}, rejectedAsError,
			line{didNothing, true, final, final, final}, "it was refused, and said why",
		},
		"paused": {
			failed{status: 409, body: `{"code":"ENDPOINT_PAUSED"}`}, submissionPaused,
			line{didNothing, false, final, final, waitForUnpause}, "it may have been unpaused a moment ago",
		},
		"bad request": {failed{status: 400}, rejected, line{didNothing, false, final, final, final}, "it stays bad"},
		"wrong key":   {failed{status: 401}, rejected, line{didNothing, false, final, final, final}, "it stays wrong"},
		"not found":   {failed{status: 404}, rejected, line{didNothing, false, final, final, final}, "it is an answer"},
		"conflict": {failed{status: 409}, rejected, line{didNothing, false, final, final, final},
			"the caller has to know"},
		"redirect": {failed{status: 308}, rejected, line{didNothing, false, final, final, final},
			"it is not followed"},
		"other": {failed{status: 418}, notKnown, line{isUnknown, false, final, lookFirst, final},
			"who knows what it means"},
	} {
		walked[test.failure] = true
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := test.attempt.classified(t)
			if got := e.failure(); got != test.failure {
				t.Fatalf("classified as %d, want %d", got, test.failure)
			}
			got := line{
				policies[e.failure()].outcome, IsTransient(e),
				e.next(Request{Method: http.MethodGet}.repetition()),
				e.next(Request{Method: http.MethodPost}.repetition()), e.next(Submission),
			}
			if got != test.want {
				t.Errorf("got %+v, want %+v: %s", got, test.want, test.why)
			}
			if again := e.next(Request{Method: http.MethodDelete}.repetition()); again != got.read {
				t.Errorf("a delete is repeated like a read: got %d, want %d", again, got.read)
			}
			if again := e.next(Request{Method: http.MethodPatch}.repetition()); again != got.write {
				t.Errorf("an update is repeated like a create: got %d, want %d", again, got.write)
			}
			if OutcomeUnknown(e) != (test.want.outcome == isUnknown) {
				t.Errorf("unknown outcome: %t", OutcomeUnknown(e))
			}
		})
	}
	// These two are no attempts: nothing was sent, or the attempt was a success.
	for failure, e := range map[failure]*Error{
		notBuilt:   (&call{}).notBuilt(errors.New("no id")),
		unreadable: (&Answer{&call{}, response{Status: 200}}).Undecodable(errors.New("no JSON")),
	} {
		walked[failure] = true
		want := line{neverReached, false, final, final, final}
		if failure == unreadable {
			want = line{isUnknown, true, final, lookFirst, final}
		}
		got := line{policies[e.failure()].outcome, IsTransient(e), e.next(Repeatable), e.next(NotRepeatable),
			e.next(Submission)}
		if e.failure() != failure || got != want {
			t.Errorf("line %d: got %+v of line %d, want %+v", failure, got, e.failure(), want)
		}
	}
	for failure := range failure(len(policies)) {
		if !walked[failure] {
			t.Errorf("line %d of the policy has no test", failure)
		}
	}
}

// What a request says of itself counts more than its method.
func TestRepetition(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		request Request
		want    Repetition
	}{
		{Request{Method: http.MethodGet}, Repeatable},
		{Request{Method: http.MethodGet, Repeat: NotRepeatable}, NotRepeatable},
		{Request{Method: http.MethodPost}, NotRepeatable},
		{Request{Method: http.MethodPost, Repeat: Repeatable}, Repeatable},
		{Request{Method: http.MethodPost, Repeat: Submission}, Submission},
	} {
		if got := test.request.repetition(); got != test.want {
			t.Errorf("%s, %d: %d, want %d", test.request.Method, test.request.Repeat, got, test.want)
		}
	}
}

func TestPauseAfter_honoursAndBoundsRetryAfter(t *testing.T) {
	t.Parallel()
	c := &Transport{config: Config{RetryWait: Backoff{Min: time.Second, Max: 30 * time.Second},
		SubmissionWait: Backoff{Min: time.Millisecond, Max: time.Millisecond}}}
	for value, want := range map[string]time.Duration{"0": 0, "7": 7 * time.Second, "3600": time.Minute} {
		e := failed{status: http.StatusServiceUnavailable, retryAfter: value}.classified(t)
		if got := c.pauseAfter(e, Request{Method: http.MethodGet}, 9); got < want || got >= want+time.Second {
			t.Errorf("asked for %ss, waits %s; want %s and less than a second more", value, got, want)
		}
		if got := c.pauseAfter(e, Request{Repeat: Submission}, 1); got < want || got > want+time.Millisecond {
			t.Errorf("asked for %ss, a submission waits %s", value, got)
		}
	}
	for range 100 { // Not asked for anything.
		got := c.pauseAfter(failed{status: 502}.classified(t), Request{Method: http.MethodGet}, 1)
		if got > time.Second {
			t.Errorf("the first pause is %s", got)
		}
	}
}
