package fleet

import (
	"context"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Poll calls look until that is done, and returns the last look's error. Pauses grow from one look to the next. If ctx
// ends first, or in the middle of a look, the error is that, with the error of the last look that got an answer, or
// that waited for a rate limit.
func (f *Fleet) Poll(ctx context.Context, look func(context.Context) (done bool, err error)) error {
	var lastErr error
	for pauses := 0; ; pauses++ {
		done, err := look(ctx)
		switch {
		case err != nil && ctx.Err() != nil && !transport.IsAnswered(err):
			if transport.IsRateLimited(err) {
				lastErr = err // It says how long the request waited for its turn.
			}
			return gaveUp(lastErr, transport.InWords(ctx.Err()))
		case done:
			return err
		}
		lastErr = err
		if stopped := transport.Pause(ctx, f.Times.Poll.HalfJitter(pauses)); stopped != nil {
			return gaveUp(lastErr, stopped)
		}
	}
}

// gaveUp returns the error of a poll that the end of its caller's context ended. lastErr is that of the last look; nil
// if that went well.
func gaveUp(lastErr, stopped error) error {
	if lastErr == nil {
		return stopped
	}
	return fmt.Errorf("%w; gave up waiting: %w", lastErr, stopped)
}
