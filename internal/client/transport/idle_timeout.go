package transport

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"
)

type idleTimeoutKey struct{}

// WithIdleTimeout returns a context under which an attempt at a request ends if no byte of the response arrives for
// this long: before the headers, or between two parts of the body. A body that keeps arriving has as long as
// Config.RequestTimeout allows. Waits for a rate limit are no part of an attempt. After an attempt that timed out, also
// by Config.RequestTimeout, a request is sent once more, and not a third time.
func WithIdleTimeout(ctx context.Context, timeout time.Duration) context.Context {
	return context.WithValue(ctx, idleTimeoutKey{}, timeout)
}

// idleTimeout returns the timeout of WithIdleTimeout; bounded is false without one.
func idleTimeout(ctx context.Context) (timeout time.Duration, bounded bool) {
	timeout, bounded = ctx.Value(idleTimeoutKey{}).(time.Duration)
	return timeout, bounded
}

// idleTimer ends an attempt that is silent for too long.
type idleTimer struct {
	*time.Timer
	after time.Duration
}

// endIfSilent returns a context for one attempt, which ends after the idle timeout unless heard is called before.
func endIfSilent(ctx context.Context) (attempt context.Context, t idleTimer, end func()) {
	after, bounded := idleTimeout(ctx)
	if !bounded {
		after = math.MaxInt64
	}
	attempt, cancel := context.WithCancelCause(ctx)
	t = idleTimer{time.AfterFunc(after, func() {
		cancel(attemptTimeout(fmt.Sprintf("no byte of the response arrived for %s", after)))
	}), after}
	return attempt, t, func() { t.Stop(); cancel(nil) }
}

// heard restarts the idle timeout.
func (t idleTimer) heard() { t.Reset(t.after) }

// heardReader is a body whose parts restart the idle timeout.
type heardReader struct {
	io.Reader
	idleTimer
}

// Read reads from the body.
func (r heardReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.heard()
	}
	return n, err
}

// orSilence returns the idle timeout if that has ended the context of an attempt that failed with err; else err.
func orSilence(attempt context.Context, err error) error {
	if cause := context.Cause(attempt); IsAttemptTimeout(cause) {
		return cause
	}
	return err
}
