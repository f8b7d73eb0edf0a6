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

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
)

// failed is an attempt: with an answer, or with an error instead of one.
type failed struct {
	acts       bool // ActsThoughRejected
	only4xx    bool // The interface rejects with a 4xx only.
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
	wording := testWording
	wording.RejectsWith4xx = f.only4xx
	call := &call{Request: Request{ActsThoughRejected: f.acts}, redact: redact.New(t.Context(), "the-key"),
		wording: wording}
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
			attempt: failed{err: &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}}, failure: neverSent,
			want: line{neverReached, true, retry, retry, retry}, why: "never reached the service",
		},
		"no such name": {
			attempt: failed{err: &net.DNSError{Err: "no such host"}}, failure: neverSent,
			want: line{neverReached, true, retry, retry, retry}, why: "never reached the service",
		},
		"dial timeout": {
			attempt: failed{err: &net.OpError{Op: "dial", Err: context.DeadlineExceeded}}, failure: neverSent,
			want: line{neverReached, true, retry, retry, retry}, why: "there was no connection",
		},
		"no TLS": {
			attempt: failed{err: tls.RecordHeaderError{Msg: "not TLS"}}, failure: untrusted,
			want: line{neverReached, false, final, final, final}, why: "it will not learn it",
		},
		"bad certificate": {
			attempt: failed{err: &tls.CertificateVerificationError{Err: errors.New("expired")}}, failure: untrusted,
			want: line{neverReached, false, final, final, final},
			why:  "it stays bad, and no request was sent over such a connection",
		},
		"cancelled": {
			attempt: failed{err: context.Canceled}, failure: cancelled, want: line{isUnknown, false, final, final, final},
			why: "the caller wants no more",
		},
		"connection reset": {
			attempt: failed{err: &net.OpError{Op: "read", Err: syscall.ECONNRESET}}, failure: connectionLost,
			want: line{isUnknown, true, retry, lookFirst, final}, why: "it may have been carried out before",
		},
		"half an answer": {
			attempt: failed{err: io.ErrUnexpectedEOF}, failure: connectionLost,
			want: line{isUnknown, true, retry, lookFirst, final}, why: "it was carried out, probably",
		},
		"attempt timed out": {
			attempt: failed{err: context.DeadlineExceeded}, failure: connectionLost,
			want: line{isUnknown, true, retry, lookFirst, final}, why: "the service may still be at it",
		},
		"rate limit": {
			attempt: failed{status: 429}, failure: rateLimited, want: line{didNothing, true, waitOut, waitOut, waitOut},
			why: "it was refused before anything was done",
		},
		"unavailable, with a time": {
			attempt: failed{status: 503, retryAfter: "0"}, failure: frontEnd,
			want: line{isUnknown, true, retry, lookFirst, final}, why: "no document says that nothing was done",
		},
		"bad gateway": {
			attempt: failed{status: 502}, failure: frontEnd, want: line{isUnknown, true, retry, lookFirst, final},
			why: "a front end lost the answer; a create may have been carried out",
		},
		"bad gateway, with a time": {
			attempt: failed{status: 502, retryAfter: "1"}, failure: frontEnd,
			want: line{isUnknown, true, retry, lookFirst, final}, why: "a time says nothing about what was done",
		},
		"unavailable": {
			attempt: failed{status: 503}, failure: frontEnd, want: line{isUnknown, true, retry, lookFirst, final},
			why: "it does not say that nothing was done",
		},
		"gateway timeout": {
			attempt: failed{status: 504}, failure: frontEnd, want: line{isUnknown, true, retry, lookFirst, final},
			why: "the service may still be at it",
		},
		"a front end's own": {
			attempt: failed{status: 524}, failure: frontEndTimeout, want: line{isUnknown, true, final, lookFirst, final},
			why: "the answer took too long, and would again",
		},
		"request timeout": {
			attempt: failed{status: 408}, failure: frontEndTimeout, want: line{isUnknown, true, final, lookFirst, final},
			why: "a caller waited too long",
		},
		"internal error": {
			attempt: failed{status: 500}, failure: internalError, want: line{isUnknown, true, final, lookFirst, final},
			why: "the service answers 500 for most refusals, and after some successes",
		},
		"not implemented": {
			attempt: failed{status: 501}, failure: internalError, want: line{isUnknown, true, final, lookFirst, final},
			why: "a 5xx without a meaning, like 500",
		},
		"pod without capacity": {
			attempt: failed{acts: true, status: 500, body: `{"error":"no instances"}`}, failure: actedAndRejected,
			want: line{isUnknown, true, final, lookFirst, final}, why: "the pod was seen to exist",
		},
		"pod without capacity, 400": {
			attempt: failed{acts: true, status: 400, body: `{"error":"no instances"}`}, failure: rejected,
			want: line{didNothing, false, final, final, final}, why: "it was refused before anything was done",
		},
		"a create for what is in use": {
			attempt: failed{acts: true, status: 500, body: `{"error":"file in use"}`}, failure: actedAndRejected,
			want: line{isUnknown, true, final, lookFirst, final}, why: "it does not say that nothing was made",
		},
		"a 500 of an interface that rejects with a 4xx": {
			attempt: failed{only4xx: true, status: 500, body: `{"error":"name must be unique"}`}, failure: failedInside,
			want: line{isUnknown, true, retry, lookFirst, final}, why: "its words do not say that nothing was made",
		},
		"a front end's own code there": {
			attempt: failed{only4xx: true, status: 520}, failure: failedInside,
			want: line{isUnknown, true, retry, lookFirst, final}, why: "reads and deletes are repeated after any 5xx",
		},
		"its 501": {
			attempt: failed{only4xx: true, status: 501}, failure: failedInside,
			want: line{isUnknown, true, retry, lookFirst, final}, why: "it is a 5xx too",
		},
		"a start without capacity": {
			attempt: failed{status: 500, body: `{"error":"no instances"}`}, failure: rejectedAsError,
			want: line{didNothing, true, final, final, final}, why: "nothing but a create acts and then says so",
		},
		"name taken": {
			attempt: failed{status: 500, body: `{"error":"name must be unique"}`}, failure: rejectedAsError,
			want: line{didNothing, true, final, final, final}, why: "it was refused, and said why",
		},
		"paused": {
			attempt: failed{status: 409, body: `{"code":"ENDPOINT_PAUSED"}`}, failure: submissionPaused,
			want: line{didNothing, false, final, final, waitForUnpause}, why: "it may have been unpaused a moment ago",
		},
		"bad request": {
			attempt: failed{status: 400}, failure: rejected, want: line{didNothing, false, final, final, final},
			why: "it stays bad",
		},
		"wrong key": {
			attempt: failed{status: 401}, failure: rejected, want: line{didNothing, false, final, final, final},
			why: "it stays wrong",
		},
		"not found": {
			attempt: failed{status: 404}, failure: rejected, want: line{didNothing, false, final, final, final},
			why: "it is an answer",
		},
		"conflict": {
			attempt: failed{status: 409}, failure: rejected, want: line{didNothing, false, final, final, final},
			why: "the caller has to know",
		},
		"redirect": {
			attempt: failed{status: 308}, failure: rejected, want: line{didNothing, false, final, final, final},
			why: "it is not followed",
		},
		"other": {
			attempt: failed{status: 418}, failure: notKnown, want: line{isUnknown, false, final, lookFirst, final},
			why: "who knows what it means",
		},
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
	c := &Transport{config: Config{RetryWait: pacing.Backoff{Min: time.Second, Max: 30 * time.Second},
		SubmissionWait: pacing.Backoff{Min: time.Millisecond, Max: time.Millisecond}}}
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
