package fleet

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Believed404s is how many of the service's own 404s in a row the client believes about an object that may be too new,
// if Times.Missing passed between the first and the last (contract 3.3). A single 404 can come from a front end, or
// from a replica that does not have the object yet; if the object counts as deleted while it exists, the next apply may
// pay for a second one, or delete it.
const Believed404s = 3

// Await reads an object with its own GETs, with growing pauses, until done returns true. After Believed404s of the
// service's own, a list decides: IsGone holds for the error if that lacks the object. Another error of a 404 leaves
// open whether the object exists: the list still shows it, or failed, or ctx ended. A 404 that is not the service's own
// passes like any trouble of a front end.
func (k *Kind[T]) Await(ctx context.Context, id string, done func(T) bool) (last T, err error) {
	missing, since := 0, time.Time{}
	err = k.fleet.Poll(ctx, func(ctx context.Context) (bool, error) {
		seen, err := k.Get(ctx, id)
		if !transport.IsOwnNotFound(err) {
			missing = 0
		} else if missing++; missing == 1 {
			since = time.Now()
		}
		switch {
		case missing >= Believed404s && time.Since(since) >= k.fleet.Times.Missing:
			return true, k.ConfirmGone(ctx, err, id)
		case missing > 0:
			return false, err
		case transport.IsNotFound(err):
			return false, k.ConfirmGone(ctx, err, id) // Which says why it proves nothing.
		case err != nil:
			return true, err
		}
		last = seen
		return done(seen), nil
	})
	return last, err
}
