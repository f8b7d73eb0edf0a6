package fleet

import (
	"context"
	"errors"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// How often AskUntilAnswered asks in all, and how often after an error of one of the kinds that its caller names: a
// front end can answer in the service's place, so a single such answer is not believed.
const (
	maxTransientTries = 10
	maxRejectedTries  = 3
)

// AskUntilAnswered repeats a read until it succeeds: for facts that must be known before a create, or after a write
// whose answer was lost. Other reads can fail, and the next plan makes them again; without this one an object is lost.
// rejections are the kinds of errors that most likely stay, such as that of an API key that may not list; they are
// repeated less often.
func AskUntilAnswered[T any](
	ctx context.Context, f *Fleet, ask func(context.Context) (T, error), rejections ...transport.Kind,
) (T, error) {
	for try, rejected := 1, 0; ; try++ {
		answer, err := ask(ctx)
		if err == nil || ctx.Err() != nil {
			return answer, err
		}
		var e *transport.Error
		switch {
		case !errors.As(err, &e):
			return answer, err
		case transport.WasNotSent(e) || e.Kind == transport.KindRedirect || e.Kind == transport.KindRetired:
			return answer, err // send has repeated it already, or it would fail again.
		case slices.Contains(rejections, e.Kind):
			if rejected++; rejected >= maxRejectedTries {
				return answer, err
			}
		}
		if try >= maxTransientTries || transport.Pause(ctx, f.config.RetryWait.FullJitter(try-1)) != nil {
			return answer, err
		}
	}
}
