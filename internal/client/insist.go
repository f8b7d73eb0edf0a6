package client

import (
	"context"
	"errors"
	"slices"
)

// How often insist asks. A service that is in trouble answers in the end; so does one whose list somebody else refused,
// or answered with a page. A key that may not list is refused each time.
const (
	mostTransientTries = 10
	mostRefusedTries   = 3
)

// insist asks until there is an answer: for what has to be known before a create, or after a write whose own answer was
// lost. Other reads can fail and be made again with the next plan; without this answer something is lost. An error of
// one of refusals is most likely no different the next time, as one of a key without the permission is.
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
		case e.Kind == KindUnauthorized || slices.Contains(refusals, e.Kind):
			if refused++; refused >= mostRefusedTries {
				return answer, err
			}
		}
		if try >= mostTransientTries || pause(ctx, c.config.RetryWait.fullJitter(try-1)) != nil {
			return answer, err
		}
	}
}
