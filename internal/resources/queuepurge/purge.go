// Package queuepurge empties an endpoint's queue: podfleet_endpoint_purge_queue is
// the action, and podfleet_queue_purge the resource for CLIs without actions
// (contract 3.2).
package queuepurge

import (
	"context"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const timeout = 2 * time.Minute

// whatItDoes is what both have to say of themselves.
const whatItDoes = "**The jobs that wait on the endpoint's queue are deleted for good**: the service does not know them any more, calls no webhook for them, and does not count them as failed. " +
	"Jobs that a worker has begun go on."

// purged is what became of a queue.
type purged struct {
	removed client.Optional[int64] // absent where the answer was lost
	waiting client.Optional[int64] // jobs on it now; absent where the endpoint does not tell
	lost    error
}

// purge empties the queue, once, and looks what is on it then. The look also
// settles a purge whose answer was lost: an empty queue is what was wanted.
func purge(ctx context.Context, c *client.Client, endpointID string) (purged, *framework.Failure) {
	failure := &framework.Failure{Verb: "purge", Entity: "queue of endpoint", Name: endpointID, Reference: "endpoint_id", Timeout: "create"}
	var p purged
	removed, err := c.PurgeQueue(ctx, endpointID)
	switch {
	case err == nil:
		p.removed = client.Some(removed)
	case client.OutcomeUnknown(err):
		p.lost = err
	default:
		failure.Err = err
		return p, failure
	}
	health, err := c.GetHealth(ctx, endpointID)
	if err == nil {
		p.waiting = health.Jobs.InQueue
	}
	if p.lost != nil && p.waiting.Or(1) != 0 {
		failure.Err = p.lost
		failure.Advice = "The queue may or may not have been purged, and was not purged again: by now other jobs may wait on it. " + p.now() +
			"\n\nNext: look whether what waits may go, and apply again."
		return p, failure
	}
	return p, nil
}

// now is what is on the queue.
func (p purged) now() string {
	waiting, told := p.waiting.Get()
	switch {
	case !told:
		return "The endpoint does not say what is on it now."
	case waiting == 0:
		return "It is empty now."
	default:
		return fmt.Sprintf("Jobs on it now: %d.", waiting)
	}
}

// summary is what was done.
func (p purged) summary(endpointID string) string {
	removed, told := p.removed.Get()
	if !told {
		return fmt.Sprintf("There was no usable answer (%v), but the queue of endpoint %s is empty now; how many jobs were removed, nobody knows.", p.lost, endpointID)
	}
	text := fmt.Sprintf("Jobs removed from the queue of endpoint %s: %d. %s", endpointID, removed, p.now())
	if p.waiting.Or(0) > 0 {
		text += " They arrived since."
	}
	return text
}
