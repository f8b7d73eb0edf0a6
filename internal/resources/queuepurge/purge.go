package queuepurge

import (
	"context"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const timeout = 2 * time.Minute

// purgeDescription is a part of both descriptions.
const purgeDescription = "**The jobs that wait in the endpoint's queue are deleted permanently**: the service calls " +
	"no webhook for them and does not count them as failed. Jobs that a worker has started continue."

// result is the result of a purge.
type result struct {
	removed members.Optional[int64] // jobs; absent if the answer was lost
	waiting members.Optional[int64] // jobs on the queue afterwards; absent if the endpoint does not return them
	lost    error                   // why there was no answer
}

// purge empties the queue, once, and counts what is on it afterwards. Where the purge's answer was lost, an empty queue
// proves that it was carried out.
func purge(ctx context.Context, c *client.Client, endpointID string) (result, *framework.Failure) {
	failure := &framework.Failure{Verb: "purge", Entity: "queue of endpoint", Name: endpointID,
		Reference: "endpoint_id", Timeout: "create"}
	var r result
	removed, err := c.PurgeQueue(ctx, endpointID)
	switch {
	case err == nil:
		r.removed = members.Some(removed)
	case transport.OutcomeUnknown(err):
		r.lost = err
	default:
		failure.Err = err
		return r, failure
	}
	health, err := c.GetHealth(ctx, endpointID)
	if err == nil {
		r.waiting = health.Jobs.InQueue
	}
	if r.lost != nil && r.waiting.Or(1) != 0 {
		failure.Err = r.lost
		failure.Advice = "The provider does not know whether the service purged the queue. It did not purge it again, " +
			"because other jobs may wait in it by now. " + r.describeQueue() + "\n\n" +
			"Next: check whether the queued jobs may be deleted. If so, apply again."
		return r, failure
	}
	return r, nil
}

// describeQueue says how many jobs are on the queue.
func (r result) describeQueue() string {
	waiting, known := r.waiting.Get()
	switch {
	case !known:
		return "The service does not return the number of jobs that are in the queue now."
	case waiting == 0:
		return "It is empty now."
	default:
		return fmt.Sprintf("Jobs in the queue now: %d.", waiting)
	}
}

// summary says what was done.
func (r result) summary(endpointID string) string {
	removed, known := r.removed.Get()
	if !known {
		return fmt.Sprintf("The provider got no usable response (%v), but the queue of endpoint %s is empty now. The "+
			"number of removed jobs is unknown.", r.lost, endpointID)
	}
	text := fmt.Sprintf("Jobs removed from the queue of endpoint %s: %d. %s", endpointID, removed, r.describeQueue())
	if r.waiting.Or(0) > 0 {
		text += " They arrived since."
	}
	return text
}
