package fleet

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Updates are the functions that Update needs of a kind. F are the members that an update can change.
type Updates[F any, T transport.Identified] struct {
	Send func(ctx context.Context, id string, change F) (T, error)
	// Fields returns the members of an object.
	Fields func(T) F
	// Again returns the part of a change to send again, if the object lacks some of it; nil: that part. See rest.Kind.
	Again func(change, lacking F) F
}

// Update updates an object, and returns it. If the answer is lost, the outcome is unknown, and a second update can
// restart workers or pods (contract 2.1): so the client reads the object, and sends only the values that it still
// lacks.
func Update[T transport.Identified, F any](
	ctx context.Context, k *Kind[T], id string, change F, of Updates[F, T],
) (T, error) {
	for attempt := 0; ; attempt++ {
		answer, err := of.Send(ctx, id, change)
		if err == nil {
			k.fleet.Account.presence.found()
		}
		if !transport.MustLook(err) || ctx.Err() != nil {
			return answer, err
		}
		get := func(ctx context.Context) (T, error) { return k.Get(ctx, id) }
		actual, getErr := AskUntilAnswered(ctx, k.fleet, get)
		if getErr != nil {
			return answer, err // The first failure is the one to report.
		}
		lacking := members.Remaining(change, of.Fields(actual))
		if members.IsEmpty(lacking) {
			return actual, nil
		}
		if of.Again != nil {
			lacking = of.Again(change, lacking)
		}
		change = lacking
		if attempt >= k.fleet.MaxRetries || transport.Pause(ctx, k.fleet.Times.Retry.FullJitter(attempt)) != nil {
			return answer, err
		}
	}
}
