package client

import (
	"context"
	"errors"
	"slices"
)

// How often insist asks. A service that is in trouble answers in the end; so does one in whose place something else
// refused, or answered with a page.
const (
	mostTransientTries = 10
	mostRefusedTries   = 3
)

// insist asks until there is an answer: for what has to be known before a create, or after a write whose own answer was
// lost. Other reads can fail and be made again with the next plan; without this answer something is lost. An error of
// one of the refusals is most likely no different the next time: that of a key that has not listed anything yet, say.
func insist[T any](
	ctx context.Context, c *Client, ask func(context.Context) (T, error), refusals ...Kind,
) (T, error) {
	for try, refused := 1, 0; ; try++ {
		answer, err := ask(ctx)
		if err == nil || ctx.Err() != nil {
			return answer, err
		}
		var e *Error
		switch {
		case !errors.As(err, &e):
			return answer, err
		case e.failure() == neverSent || e.failure() == untrusted || e.failure() == notBuilt || e.Kind == KindRedirect:
			return answer, err // send has insisted already, or it would be no different.
		case slices.Contains(refusals, e.Kind):
			if refused++; refused >= mostRefusedTries {
				return answer, err
			}
		}
		if try >= mostTransientTries || pause(ctx, c.config.RetryWait.fullJitter(try-1)) != nil {
			return answer, err
		}
	}
}
