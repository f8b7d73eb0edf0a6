package fleet

import (
	"context"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

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
		if stopped := transport.Pause(ctx, f.Times.Poll.HalfJitter(pauses)); stopped != nil {
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
