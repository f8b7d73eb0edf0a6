package transport

import (
	"context"
	"errors"
)

// stoppedError is the end of a context in plain words: Go's own are "context deadline exceeded" and "context canceled".
// It wraps the context's error.
type stoppedError struct{ cause error }

func (e stoppedError) Error() string {
	if errors.Is(e.cause, context.DeadlineExceeded) {
		return "the operation timed out"
	}
	return "the run was interrupted"
}

// Unwrap returns the context's error.
func (e stoppedError) Unwrap() error { return e.cause }

// InWords returns the same error, in plain words if it is the end of a context; nil for nil.
func InWords(err error) error {
	if said := (stoppedError{}); errors.As(err, &said) {
		return err
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return stoppedError{err}
	}
	return err
}
