package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"
)

// attemptTimeout is the error of an attempt that took longer than Config.RequestTimeout, or that was silent for longer
// than its idle timeout, while its caller had time left. The standard library's error is context.DeadlineExceeded, as
// for the caller's deadline: mistaken for that, it would end polls, and its message would name the wrong timeout.
type attemptTimeout struct {
	after  time.Duration
	silent bool // It is the idle timeout.
}

func (e attemptTimeout) Error() string {
	if e.silent {
		return fmt.Sprintf("no byte of the response arrived for %s", e.after)
	}
	return fmt.Sprintf("no complete response arrived within %s, the time limit of one attempt", e.after)
}

// IsAttemptTimeout reports whether a request failed because one attempt took too long, though the caller's context did
// not end.
func IsAttemptTimeout(err error) bool { return errors.As(err, new(attemptTimeout)) }

// dialTimeout is the error of a connection that was not made within the transport's own time for that. Its text names
// the address.
type dialTimeout struct{ text string }

func (e dialTimeout) Error() string { return e.text }

// As makes it an attempt's timeout for IsAttemptTimeout.
func (e dialTimeout) As(target any) bool {
	_, ok := target.(*attemptTimeout)
	return ok
}

// ofAttempt distinguishes the timeout of an attempt from the caller's deadline.
func ofAttempt(ctx context.Context, after time.Duration, err error) error {
	deadline, bounded := ctx.Deadline()
	if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil || bounded && !time.Now().Before(deadline) {
		return InWords(err)
	}
	if dial := new(net.OpError); errors.As(err, &dial) && dial.Op == "dial" {
		return dialTimeout{dial.Error()}
	}
	return attemptTimeout{after: after}
}
