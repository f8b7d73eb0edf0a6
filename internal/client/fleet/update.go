package fleet

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Update updates an object with send, and returns it. F are the members that an update can change; fields returns those
// of an object. If the answer is lost, the outcome is unknown, and a second update can restart workers or pods
// (contract 2.1): so the client reads the object, and sends only the values that it still lacks.
func Update[T transport.Identified, F any](
	ctx context.Context, k *Kind[T], id string, change F,
	send func(ctx context.Context, id string, change F) (T, error), fields func(T) F,
) (T, error) {
	for attempt := 0; ; attempt++ {
		answer, err := send(ctx, id, change)
		if err == nil {
			k.fleet.account.presence.found()
		}
		if !transport.MustLook(err) || ctx.Err() != nil {
			return answer, err
		}
		get := func(ctx context.Context) (T, error) { return k.Get(ctx, id) }
		actual, getErr := AskUntilAnswered(ctx, k.fleet, get, transport.KindUnauthorized)
		if getErr != nil {
			return answer, err // The first failure is the one to report.
		}
		if change = transport.Remaining(change, fields(actual)); transport.IsEmpty(change) {
			return actual, nil
		}
		if attempt >= k.fleet.config.MaxRetries {
			return answer, err
		}
		if pauseErr := transport.Pause(ctx, k.fleet.config.RetryWait.FullJitter(attempt)); pauseErr != nil {
			return answer, err
		}
	}
}
