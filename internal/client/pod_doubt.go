package client

import (
	"context"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// maxUnconfirmed is the number of the service's own 404s in a row that no list confirms before the wait for a pod
// ends. With the pauses of users that takes 14 s and more.
const maxUnconfirmed = 5

// podDoubt weighs the 404s in the wait for a pod. If the wait has seen the pod, in a response to a GET or in a list, a
// second 404 of the service and a list without the pod prove that the pod no longer exists. A pod that the wait has not
// seen may be too new: a replica of the service that does not have it yet returns such responses too. The client then
// believes them after several 404s, see run404s. A 404 that is not the service's own proves nothing, and passes like
// any trouble of a front end: the wait goes on until its context ends.
type podDoubt struct {
	wait *podWait
	run404s
	// listed says that a list has had the pod.
	listed bool
}

// weigh returns the pod, if a second GET returns it, or an error. IsGone holds for the error if the pod no longer
// exists.
func (d *podDoubt) weigh(ctx context.Context, notFound error) (Pod, error) {
	of, id := d.wait.pods, d.wait.id
	if IsOwnNotFound(notFound) && d.isSeen() {
		pod, err := of.Get(ctx, id) // A single 404 can be wrong.
		switch {
		case err != nil && ctx.Err() != nil && !transport.IsAnswered(err):
			return Pod{}, notFound // It is the last response.
		case !IsNotFound(err):
			return pod, err
		}
		notFound = err
	}
	if !IsOwnNotFound(notFound) {
		d.dispelled()
	} else {
		d.add()
	}
	err := of.reads.confirmGone(ctx, notFound, id)
	d.listed = d.listed || IsStillListed(err)
	if IsGone(err) && !d.isSeen() && !d.believed(of.c.config.ConsistencyGrace) {
		err = fmt.Errorf("%w; a list of its kind does not have it either, but a new object may appear later", notFound)
	}
	return Pod{}, err
}

// isSeen reports whether the wait has seen the pod.
func (d *podDoubt) isSeen() bool { return d.wait.got != nil || d.listed }

// step returns what follows an error of weigh.
func (d *podDoubt) step(err error) pollStep {
	if IsGone(err) || d.count >= maxUnconfirmed && d.believed(d.wait.pods.c.config.ConsistencyGrace) {
		return pollDone
	}
	return pollAgain
}
