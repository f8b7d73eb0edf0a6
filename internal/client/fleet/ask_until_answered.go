package fleet

import (
	"context"
	"errors"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// How often AskUntilAnswered asks in all, and how often if the API key may not: a front end can answer in the service's
// place, so a single such answer is not believed.
const (
	maxTransientTries = 10
	maxRejectedTries  = 3
)

// AskUntilAnswered repeats a read until it succeeds: for facts that must be known before a create, or after a write
// whose answer was lost. Other reads can fail, and the next plan makes them again; without this one an object is lost.
func AskUntilAnswered[T any](ctx context.Context, f *Fleet, ask func(context.Context) (T, error)) (T, error) {
	for try, rejected := 1, 0; ; try++ {
		answer, err := ask(ctx)
		if transport.HasKind(err, transport.KindUnauthorized) {
			rejected++
		}
		var e *transport.Error
		isFinal := !errors.As(err, &e) || transport.WasNotSent(e) || e.Kind == transport.KindRedirect ||
			e.Kind == transport.KindRetired // send has repeated it already, or it would fail again.
		if isFinal || ctx.Err() != nil || rejected >= maxRejectedTries || try >= maxTransientTries ||
			transport.Pause(ctx, f.Times.Retry.FullJitter(try-1)) != nil {
			return answer, err
		}
	}
}
