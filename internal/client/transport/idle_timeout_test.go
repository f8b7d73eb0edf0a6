package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// pausing is a service whose responses pause before their headers, and before each byte of the body.
type pausing struct {
	// headers and bytes are the pauses, by the number of the attempt, from 1.
	headers, bytes func(attempt int) time.Duration
	body           string
	status         int
	attempts       int
}

func (s *pausing) RoundTrip(r *http.Request) (*http.Response, error) {
	s.attempts++
	if err := Pause(r.Context(), s.headers(s.attempts)); err != nil {
		return nil, r.Context().Err()
	}
	body := pausingBody{r.Context(), strings.NewReader(s.body), s.bytes(s.attempts)}
	return &http.Response{StatusCode: s.status, Header: http.Header{}, Body: io.NopCloser(body), Request: r}, nil
}

type pausingBody struct {
	ctx    context.Context //nolint:containedctx // A response's body ends with its request's context.
	text   *strings.Reader
	before time.Duration
}

func (b pausingBody) Read(p []byte) (int, error) {
	if err := Pause(b.ctx, b.before); err != nil {
		return 0, b.ctx.Err()
	}
	return b.text.Read(p[:1])
}

// An attempt with an idle timeout ends when the service is silent for so long, before the headers or in the body, and
// one that times out a second time is the last. A response that keeps arriving has the time of any attempt.
func TestWithIdleTimeout(t *testing.T) {
	t.Parallel()
	const idle, hour = 15 * time.Second, time.Hour
	takes := func(d ...time.Duration) func(int) time.Duration {
		return func(attempt int) time.Duration { return d[min(attempt, len(d))-1] }
	}
	for name, test := range map[string]struct {
		headers, bytes func(int) time.Duration
		status         int
		without        bool // an idle timeout
		err            string
		want           time.Duration
		attempts       int
	}{
		"in time": {headers: takes(14 * time.Second), bytes: takes(0), want: 14 * time.Second, attempts: 1},
		"a body in parts": {headers: takes(10 * time.Second), bytes: takes(8 * time.Second), want: 34 * time.Second,
			attempts: 1},
		"no headers":             {headers: takes(hour), bytes: takes(0), err: "no byte", want: 2 * idle, attempts: 2},
		"half a body":            {headers: takes(0), bytes: takes(hour), err: "no byte", want: 2 * idle, attempts: 2},
		"the second is answered": {headers: takes(hour, 0), bytes: takes(0), want: idle, attempts: 2},
		"a body that takes longer than an attempt": {headers: takes(0), bytes: takes(14*time.Second + 500*time.Millisecond),
			err: "no complete response arrived within 40s", want: 80 * time.Second, attempts: 2},
		"other failures": {headers: takes(time.Second), bytes: takes(0), status: http.StatusBadGateway,
			err: "HTTP 502", want: 4 * time.Second, attempts: 4},
		"a failure between": {headers: takes(hour, 0, hour), bytes: takes(0, time.Second, 0), status: http.StatusBadGateway,
			err: "no byte", want: 2*idle + 3*time.Second, attempts: 3},
		"without": {headers: takes(hour), bytes: takes(0), without: true, err: "no complete response arrived within 40s",
			want: 160 * time.Second, attempts: 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := &pausing{headers: test.headers, bytes: test.bytes, body: "{}", status: max(test.status, http.StatusOK)}
				config := configOf(0)
				config.MaxRetries, config.RequestTimeout = 3, 40*time.Second
				config.WrapTransport = func(http.RoundTripper) http.RoundTripper { return service }
				ctx := t.Context()
				if !test.without {
					ctx = WithIdleTimeout(ctx, idle)
				}
				r := aRequest
				r.Method = http.MethodGet
				began := time.Now()
				_, err := newTransport(t, config).Send(ctx, r)
				if took := time.Since(began).Round(time.Second); took != test.want || service.attempts != test.attempts {
					t.Errorf("%s and %d attempts, want %s and %d", took, service.attempts, test.want, test.attempts)
				}
				switch isTimeout := strings.HasPrefix(test.err, "no "); {
				case test.err == "" && err != nil, test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
					t.Errorf("%v, want %q", err, test.err)
				case IsAttemptTimeout(err) != isTimeout || errors.Is(err, context.Canceled):
					t.Errorf("it counts as another failure: %v", err)
				}
			})
		})
	}
}
