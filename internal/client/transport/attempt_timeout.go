package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"
)

// attemptTimeout is the error of an attempt that took longer than Config.RequestTimeout, that was silent for longer
// than its idle timeout, or whose connection was not made within the transport's own time for that, while its caller
// had time left. The standard library's error is context.DeadlineExceeded, as for the caller's deadline: mistaken for
// that, it would end polls, and its message would name the wrong timeout.
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
