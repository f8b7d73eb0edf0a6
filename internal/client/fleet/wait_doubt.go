package fleet

import (
	"context"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// maxUnconfirmed is the number of the service's own 404s in a row that no list confirms before the wait for an
// object ends. With the default pauses that takes 14 s and more.
const maxUnconfirmed = 5

// doubt weighs the 404s in a wait. If the wait has seen its object, in a response to a GET or in a list, a second 404
// of the service and a list without the object prove that it no longer exists. An object that the wait has not seen may
// be too new: a replica of the service that does not have it yet returns such responses too. The client then believes
// them after several 404s, see Run404s. A 404 that is not the service's own proves nothing, and passes like any trouble
// of a front end: the wait goes on until its context ends.
type doubt[T transport.Identified] struct {
	wait *wait[T]
	Run404s
	// listed says that a list has had the object.
	listed bool
}

// weigh returns the object, if a second GET returns it, or an error. IsGone holds for the error if the object no longer
// exists.
func (d *doubt[T]) weigh(ctx context.Context, notFound error) (T, error) {
	of, id := d.wait.waits.kind, d.wait.id
	var none T
	if transport.IsOwnNotFound(notFound) && d.isSeen() {
		object, err := of.Get(ctx, id) // A single 404 can be wrong.
		switch {
		case err != nil && ctx.Err() != nil && !transport.IsAnswered(err):
			return none, notFound // It is the last response.
		case !transport.IsNotFound(err):
			return object, err
		}
		notFound = err
	}
	if !transport.IsOwnNotFound(notFound) {
		d.Dispel()
	} else {
		d.Add()
	}
	err := of.ConfirmGone(ctx, notFound, id)
	d.listed = d.listed || IsStillListed(err)
	if IsGone(err) && !d.isSeen() && !d.Believed(of.fleet.config.Missing) {
		err = fmt.Errorf("%w; a list of the kind does not show it either, but a new object may appear later", notFound)
	}
	return none, err
}

// isSeen reports whether the wait has seen its object.
func (d *doubt[T]) isSeen() bool { return d.wait.got != nil || d.listed }

// step returns what follows an error of weigh.
func (d *doubt[T]) step(err error) Step {
	if IsGone(err) || d.count >= maxUnconfirmed && d.Believed(d.wait.waits.kind.fleet.config.Missing) {
		return Done
	}
	return Again
}
