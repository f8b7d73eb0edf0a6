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
		return call.unanswered(t.Context(), 0, &url.Error{Op: "Post", URL: "http://x", Err: f.err})
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
	// What a failure says of the request, and what follows.
	promised := map[failure]struct {
		outcome                 outcome
		transient               bool
		read, write, submission decision // GET and DELETE; POST and PATCH; a job's
	}{
		connectionLost:   {isUnknown, true, retry, lookFirst, final},
		neverSent:        {neverReached, true, retry, retry, retry},
		untrusted:        {neverReached, false, final, final, final},
		cancelled:        {isUnknown, false, final, final, final},
		notBuilt:         {neverReached, false, final, final, final},
		rateLimited:      {didNothing, true, waitOut, waitOut, waitOut},
		frontEnd:         {isUnknown, true, retry, lookFirst, final},
		frontEndTimeout:  {isUnknown, true, final, lookFirst, final},
		internalError:    {isUnknown, true, final, lookFirst, final},
		failedInside:     {isUnknown, true, retry, lookFirst, final},
		unreadable:       {isUnknown, true, final, lookFirst, final},
		actedAndRejected: {isUnknown, true, final, lookFirst, final},
		submissionPaused: {didNothing, false, final, final, waitForUnpause},
		rejectedAsError:  {didNothing, true, final, final, final},
		rejected:         {didNothing, false, final, final, final},
		notKnown:         {isUnknown, false, final, lookFirst, final},
	}
	walked := map[failure]bool{}
	expect := func(name string, e *Error, want failure) {
		t.Helper()
		walked[want] = true
		if got := e.failure(); got != want {
			t.Errorf("%s: classified as %d, want %d", name, got, want)
		}
		line := promised[want]
		if policies[want].outcome != line.outcome || OutcomeUnknown(e) != (line.outcome == isUnknown) ||
			IsTransient(e) != line.transient {
			t.Errorf("%s: outcome %d, unknown %t, transient %t", name, policies[want].outcome,
				OutcomeUnknown(e), IsTransient(e))
		}
		for method, decided := range map[string]decision{http.MethodGet: line.read, http.MethodDelete: line.read,
			http.MethodPost: line.write, http.MethodPatch: line.write} {
			if got := e.next(Request{Method: method}.repetition()); got != decided {
				t.Errorf("%s, %s: %d, want %d", name, method, got, decided)
			}
		}
		if got := e.next(Submission); got != line.submission {
			t.Errorf("%s, submitted: %d, want %d", name, got, line.submission)
		}
	}
	for name, test := range map[string]struct {
		attempt failed
		want    failure
	}{
		"connection refused":          {failed{err: &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}}, neverSent},
		"no such name":                {failed{err: &net.DNSError{Err: "no such host"}}, neverSent},
		"dial timeout":                {failed{err: &net.OpError{Op: "dial", Err: context.DeadlineExceeded}}, neverSent},
		"no TLS":                      {failed{err: tls.RecordHeaderError{Msg: "not TLS"}}, untrusted},
		"bad certificate":             {failed{err: &tls.CertificateVerificationError{Err: errors.New("old")}}, untrusted},
		"cancelled":                   {failed{err: context.Canceled}, cancelled},
		"connection reset":            {failed{err: &net.OpError{Op: "read", Err: syscall.ECONNRESET}}, connectionLost},
		"half an answer":              {failed{err: io.ErrUnexpectedEOF}, connectionLost},
		"attempt timed out":           {failed{err: context.DeadlineExceeded}, connectionLost},
		"rate limit":                  {failed{status: 429}, rateLimited},
		"unavailable, with a time":    {failed{status: 503, retryAfter: "0"}, frontEnd},
		"bad gateway":                 {failed{status: 502}, frontEnd},
		"bad gateway, with a time":    {failed{status: 502, retryAfter: "1"}, frontEnd},
		"unavailable":                 {failed{status: 503}, frontEnd},
		"gateway timeout":             {failed{status: 504}, frontEnd},
		"a front end's own":           {failed{status: 524}, frontEndTimeout},
		"request timeout":             {failed{status: 408}, frontEndTimeout},
		"internal error":              {failed{status: 500}, internalError},
		"not implemented":             {failed{status: 501}, internalError},
		"pod without capacity":        {failed{acts: true, status: 500, body: `{"error":"no instances"}`}, actedAndRejected},
		"pod without capacity, 400":   {failed{acts: true, status: 400, body: `{"error":"no instances"}`}, rejected},
		"a create for what is in use": {failed{acts: true, status: 500, body: `{"error":"file in use"}`}, actedAndRejected},
		"a 500 of an interface that rejects with a 4xx": {
			failed{only4xx: true, status: 500, body: `{"error":"name must be unique"}`}, failedInside},
		"a front end's own code there": {failed{only4xx: true, status: 520}, failedInside},
		"its 501":                      {failed{only4xx: true, status: 501}, failedInside},
		"a start without capacity":     {failed{status: 500, body: `{"error":"no instances"}`}, rejectedAsError},
		"name taken":                   {failed{status: 500, body: `{"error":"name must be unique"}`}, rejectedAsError},
		"paused":                       {failed{status: 409, body: `{"code":"ENDPOINT_PAUSED"}`}, submissionPaused},
		"bad request":                  {failed{status: 400}, rejected},
		"wrong key":                    {failed{status: 401}, rejected},
		"not found":                    {failed{status: 404}, rejected},
		"conflict":                     {failed{status: 409}, rejected},
		"redirect":                     {failed{status: 308}, rejected},
		"other":                        {failed{status: 418}, notKnown},
	} {
		expect(name, test.attempt.classified(t), test.want)
	}
	// These two are no attempts: nothing was sent, or the attempt was a success.
	expect("not built", (&call{}).notBuilt(errors.New("no id")), notBuilt)
	expect("unreadable", (&Answer{&call{}, response{Status: 200}}).Undecodable(errors.New("no JSON")), unreadable)
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
	c := &Transport{config: Config{Settings: Settings{Times: Times{
		Retry: pacing.Backoff{Min: time.Second, Max: 30 * time.Second},
		Poll:  pacing.Backoff{Min: time.Millisecond, Max: time.Millisecond},
	}}}}
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
