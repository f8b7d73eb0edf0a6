package client

import (
	"context"
	"errors"
	"time"
)

// attemptTimeout is that of one attempt, Config.RequestTimeout, while its caller
// had time left. The library calls it context.DeadlineExceeded too; taken for the
// caller's deadline, it would end waits, and have people set the wrong timeout.
type attemptTimeout struct{ text string }

func (e attemptTimeout) Error() string { return e.text }

// IsAttemptTimeout reports whether a request failed because one attempt took too
// long, though the caller's context did not end.
func IsAttemptTimeout(err error) bool { return errors.As(err, new(attemptTimeout)) }

// ofAttempt tells the timeout of an attempt from the caller's deadline.
func ofAttempt(ctx context.Context, err error) error {
	deadline, bounded := ctx.Deadline()
	if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil || bounded && !time.Now().Before(deadline) {
		return err
	}
	return attemptTimeout{err.Error()}
}
