package client

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// update updates an object of a kind. T is the object, F are its members that an update can change.
type update[T transport.Identified, F any] struct {
	of      objectsOf[T]
	request func(id string, change F) transport.Request
	get     func(ctx context.Context, id string) (T, error)
	fields  func(T) F
}

// send updates the object and returns it. If the answer is lost, the outcome is unknown, and a second update can
// restart workers or pods (contract 2.1): so the client reads the object, and sends only the values that it still
// lacks.
func (u update[T, F]) send(ctx context.Context, c *Client, id string, change F) (T, error) {
	for attempt := 0; ; attempt++ {
		answer, err := one(ctx, c.send, u.of, u.request(id, change), id)
		if err == nil {
			c.account.presence.found()
		}
		if !transport.MustLook(err) || ctx.Err() != nil {
			return answer, err
		}
		get := func(ctx context.Context) (T, error) { return u.get(ctx, id) }
		actual, getErr := askUntilAnswered(ctx, c, get, KindUnauthorized)
		if getErr != nil {
			return answer, err // The first failure is the one to report.
		}
		if change = Remaining(change, u.fields(actual)); IsEmpty(change) {
			return actual, nil
		}
		if attempt >= c.config.MaxRetries {
			return answer, err
		}
		if pauseErr := transport.Pause(ctx, c.config.RetryWait.FullJitter(attempt)); pauseErr != nil {
			return answer, err
		}
	}
}
