package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"
)

type attemptTimeoutKey struct{}

// WithAttemptTimeout returns a context under which an attempt at a request may take no longer than this, nor than
// Settings.RequestTimeout, and one that times out is the last. Waits for a rate limit are no part of an attempt.
func WithAttemptTimeout(ctx context.Context, timeout time.Duration) context.Context {
	return context.WithValue(ctx, attemptTimeoutKey{}, timeout)
}

// attemptTimeoutOf returns the time limit of an attempt, and whether it is bounded by WithAttemptTimeout. configured is
// Settings.RequestTimeout.
func attemptTimeoutOf(ctx context.Context, configured time.Duration) (timeout time.Duration, bounded bool) {
	timeout, bounded = ctx.Value(attemptTimeoutKey{}).(time.Duration)
	if !bounded || configured > 0 && configured < timeout {
		timeout = configured
	}
	return timeout, bounded
}

// attemptTimeout is the error of an attempt that took longer than its time limit, or whose connection was not made
// within the transport's own time for that, while its caller had time left. The standard library's error is
// context.DeadlineExceeded, as for the caller's deadline: mistaken for that, it would end polls, and its message would
// name the wrong timeout.
type attemptTimeout string

func (e attemptTimeout) Error() string { return string(e) }

// IsAttemptTimeout reports whether a request failed because one attempt took too long, though the caller's context did
// not end.
func IsAttemptTimeout(err error) bool { return errors.As(err, new(attemptTimeout)) }

// ofAttempt distinguishes the timeout of an attempt from the caller's deadline.
func ofAttempt(ctx context.Context, after time.Duration, err error) error {
	deadline, bounded := ctx.Deadline()
	if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil || bounded && !time.Now().Before(deadline) {
		return InWords(err)
	}
	if dial := new(net.OpError); errors.As(err, &dial) && dial.Op == "dial" {
		return attemptTimeout(dial.Error()) // It names the address.
	}
	return attemptTimeout(fmt.Sprintf("no complete response arrived within %s, the time limit of one attempt", after))
}
