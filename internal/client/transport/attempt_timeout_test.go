package transport

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// pausing is a service that pauses before the headers and the body of each response.
type pausing struct {
	headers, body time.Duration
	status        int
	attempts      int
}

func (s *pausing) RoundTrip(r *http.Request) (*http.Response, error) {
	s.attempts++
	if err := Pause(r.Context(), s.headers); err != nil {
		return nil, r.Context().Err()
	}
	body := pausingBody{strings.NewReader("{}"), r.Context(), s.body}
	return &http.Response{StatusCode: s.status, Header: http.Header{}, Body: io.NopCloser(body), Request: r}, nil
}

type pausingBody struct {
	io.Reader
	ctx    context.Context //nolint:containedctx // A response's body ends with its request's context.
	before time.Duration
}

func (b pausingBody) Read(p []byte) (int, error) {
	if err := Pause(b.ctx, b.before); err != nil {
		return 0, b.ctx.Err()
	}
	return b.Reader.Read(p)
}

// An attempt has the shorter of two time limits, from its beginning to the last byte. The first one that exceeds that of
// WithAttemptTimeout is the last.
func TestWithAttemptTimeout(t *testing.T) {
	t.Parallel()
	const hour = time.Hour
	for name, test := range map[string]struct {
		headers, body time.Duration
		status        int
		timeout       time.Duration // of WithAttemptTimeout; 0 is none
		err           string
		want          time.Duration
		attempts      int
	}{
		"in time":    {headers: 14 * time.Second, timeout: 15 * time.Second, want: 14 * time.Second, attempts: 1},
		"no headers": {headers: hour, timeout: 15 * time.Second, err: "within 15s", want: 15 * time.Second, attempts: 1},
		"no body":    {body: hour, timeout: 15 * time.Second, err: "within 15s", want: 15 * time.Second, attempts: 1},
		"longer than RequestTimeout": {headers: hour, timeout: hour, err: "within 40s", want: 40 * time.Second,
			attempts: 1},
		"another failure": {headers: time.Second, timeout: 15 * time.Second, status: http.StatusBadGateway,
			err: "HTTP 502", want: 4 * time.Second, attempts: 4},
		"without": {headers: hour, err: "within 40s", want: 160 * time.Second, attempts: 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := &pausing{headers: test.headers, body: test.body, status: max(test.status, http.StatusOK)}
				config := configOf(0)
				config.MaxRetries, config.RequestTimeout = 3, 40*time.Second
				config.WrapTransport = func(http.RoundTripper) http.RoundTripper { return service }
				ctx := t.Context()
				if test.timeout > 0 {
					ctx = WithAttemptTimeout(ctx, test.timeout)
				}
				r := aRequest
				r.Method = http.MethodGet
				began := time.Now()
				_, err := newTransport(t, config).Send(ctx, r)
				if took := time.Since(began).Round(time.Second); took != test.want || service.attempts != test.attempts {
					t.Errorf("%s and %d attempts, want %s and %d", took, service.attempts, test.want, test.attempts)
				}
				isTimeout := strings.HasPrefix(test.err, "within")
				if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) ||
					IsAttemptTimeout(err) != isTimeout {
					t.Errorf("%v, want %q", err, test.err)
				}
			})
		})
	}
}
