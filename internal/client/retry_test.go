package client

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"testing"
	"time"
)

func TestRetryable(t *testing.T) {
	t.Parallel()
	wrap := func(err error) error { return &url.Error{Op: "Post", URL: "http://x", Err: err} }
	refused := wrap(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED})
	tests := map[string]struct {
		status        int
		hasRetryAfter bool
		err           error
		read, write   bool // GET and DELETE; POST and PATCH
		why           string
	}{
		"success":                  {status: 200, why: "there is nothing to repeat"},
		"bad request":              {status: 400, why: "it stays bad"},
		"wrong key":                {status: 401, why: "it stays wrong"},
		"not found":                {status: 404, why: "it is an answer"},
		"conflict":                 {status: 409, why: "the caller has to know"},
		"rate limit":               {status: 429, read: true, write: true, why: "it was refused before anything was done"},
		"internal error":           {status: 500, why: "the service answers 500 for most refusals, and after some successes"},
		"bad gateway":              {status: 502, read: true, why: "a front end lost the answer; a create may have been carried out"},
		"unavailable":              {status: 503, read: true, why: "it does not say that nothing was done"},
		"unavailable, with a time": {status: 503, hasRetryAfter: true, read: true, write: true, why: "asking to come back says that nothing was done"},
		"gateway timeout":          {status: 504, read: true, why: "the service may still be at it"},
		"connection refused":       {err: refused, read: true, write: true, why: "nobody heard it"},
		"no such name":             {err: wrap(&net.DNSError{Err: "no such host"}), read: true, write: true, why: "nobody heard it"},
		"dial timeout":             {err: wrap(&net.OpError{Op: "dial", Err: context.DeadlineExceeded}), read: true, write: true, why: "there was no connection"},
		"connection reset":         {err: wrap(&net.OpError{Op: "read", Err: syscall.ECONNRESET}), read: true, why: "it may have been carried out before"},
		"half an answer":           {err: wrap(io.ErrUnexpectedEOF), read: true, why: "it was carried out, probably"},
		"attempt timed out":        {err: wrap(context.DeadlineExceeded), read: true, why: "the service may still be at it"},
		"cancelled":                {err: wrap(context.Canceled), why: "the caller wants no more"},
		"no TLS":                   {err: wrap(tls.RecordHeaderError{Msg: "not TLS"}), why: "it will not learn it"},
		"bad certificate":          {err: wrap(&tls.CertificateVerificationError{Err: errors.New("expired")}), why: "it stays bad"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for method, want := range map[string]bool{
				http.MethodGet: test.read, http.MethodDelete: test.read, http.MethodPost: test.write, http.MethodPatch: test.write,
			} {
				if got := retryable(request{method: method}.repeatable(), test.status, test.hasRetryAfter, test.err); got != want {
					t.Errorf("%s: repeated %v, want %v: %s", method, got, want, test.why)
				}
			}
		})
	}
}

func TestFullJitter(t *testing.T) {
	t.Parallel()
	pace := Backoff{Min: time.Second, Max: 30 * time.Second}
	for _, test := range []struct {
		n      int
		random float64
		want   time.Duration
	}{
		{0, 0, 0},
		{0, 0.5, 500 * time.Millisecond},
		{3, 0.5, 4 * time.Second},
		{5, 0.5, 15 * time.Second},
		{1000, 0.5, 15 * time.Second}, // The doubling has overflowed long before.
	} {
		if got := fullJitter(pace, test.n, test.random); got != test.want {
			t.Errorf("pause %d at %v: %s, want %s", test.n, test.random, got, test.want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"0":                             0,
		"7":                             7 * time.Second,
		"99999999999999":                24 * time.Hour,
		"Fri, 01 May 2026 12:00:09 GMT": 9 * time.Second,
		"Fri, 01 May 2026 11:00:00 GMT": 0, // It is past.
	} {
		got, ok := retryAfter(http.Header{"Retry-After": {value}}, now)
		if !ok || got != want {
			t.Errorf("%q: %s %v, want %s", value, got, ok, want)
		}
	}
	for _, value := range []string{"", "-1", "soon", "1.5"} {
		if got, ok := retryAfter(http.Header{"Retry-After": {value}}, now); ok {
			t.Errorf("%q was taken for %s", value, got)
		}
	}
}

func TestBackoffHonoursAndCapsRetryAfter(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{"7": 7 * time.Second, "3600": time.Minute} {
		answer := &http.Response{Header: http.Header{"Retry-After": {value}}, Body: http.NoBody}
		got := backoff(time.Second, 30*time.Second, 0, answer)
		if err := answer.Body.Close(); err != nil {
			t.Error(err)
		}
		if got < want || got >= want+time.Second {
			t.Errorf("asked for %ss, waits %s; want %s and less than a second more", value, got, want)
		}
	}
}

func TestGrowing(t *testing.T) {
	t.Parallel()
	pace := Backoff{Min: 2 * time.Second, Max: 15 * time.Second}
	for n, longest := range map[int]time.Duration{0: 2 * time.Second, 1: 4 * time.Second, 3: 15 * time.Second, 500: 15 * time.Second} {
		if got := pace.growing(n); got < longest/2 || got > longest {
			t.Errorf("pause %d is %s, want from %s to %s", n, got, longest/2, longest)
		}
	}
}
