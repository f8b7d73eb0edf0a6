package fleet

import (
	"context"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// PollUntil calls look, with growing pauses, until done accepts the object. It returns what it saw last, and an error
// if done did not accept that: the context's if that ended first, so that a caller can say how far it got. A look that
// fails ends the poll, unless tolerate accepts its error; nil accepts none, IsTransient is the usual choice for
// something that goes on by itself. If the context ends first, the last error that was accepted is part of the error.
func PollUntil[T any](
	ctx context.Context, f *Fleet, look func(context.Context) (T, error), done func(T) bool, tolerate func(error) bool,
) (last T, err error) {
	err = f.Poll(ctx, func(ctx context.Context) (Step, error) {
		seen, err := look(ctx)
		switch {
		case err == nil:
			last = seen
			if done(seen) {
				return Done, nil
			}
			return Again, nil
		case tolerate != nil && tolerate(err):
			return Again, err
		default:
			return Done, err
		}
	})
	return last, err
}

// Step is the consequence of a look of a poll.
type Step int

// The consequences of a look.
const (
	Again Step = iota // Look again after a pause.
	Done              // It was the last.
)

// Poll calls look until that is done, and returns the last look's error. Pauses grow from one look to the next. If ctx
// ends first, or in the middle of a look, the error is a stoppedError with the error of the last look that got an
// answer, or that waited for a rate limit.
func (f *Fleet) Poll(ctx context.Context, look func(context.Context) (Step, error)) error {
	var lastErr error
	for pauses := 0; ; pauses++ {
		step, err := look(ctx)
		switch {
		case err != nil && ctx.Err() != nil && !transport.IsAnswered(err):
			if transport.IsRateLimited(err) {
				lastErr = err // It says how long the request waited for its turn.
			}
			return &stoppedError{lastErr, transport.InWords(ctx.Err())}
		case step == Done:
			return err
		}
		lastErr = err
		if stopped := transport.Pause(ctx, f.config.PollWait.HalfJitter(pauses)); stopped != nil {
			return &stoppedError{lastErr, stopped}
		}
	}
}

// stoppedError is the error of a poll that the end of its caller's context ended.
type stoppedError struct {
	lastErr error // of the last look; nil if that went well
	cause   error // the context's, in words
}

// Error says why the last request did not succeed.
func (e *stoppedError) Error() string {
	if e.lastErr == nil {
		return e.cause.Error()
	}
	return fmt.Sprintf("%v; gave up waiting: %v", e.lastErr, e.cause)
}

// Unwrap returns both errors.
func (e *stoppedError) Unwrap() []error {
	if e.lastErr == nil {
		return []error{e.cause}
	}
	return []error{e.lastErr, e.cause}
}
