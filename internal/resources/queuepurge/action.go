package queuepurge

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

const timeout = 2 * time.Minute

// purgeDescription is a part of both descriptions.
const purgeDescription = "**The jobs that wait in the endpoint's queue are deleted permanently**: the service calls " +
	"no webhook for them and does not count them as failed. Jobs that a worker has started continue."

// purged is the result of a purge.
type purged struct {
	removed members.Optional[int64] // jobs; absent if the answer was lost
	lost    error                   // why there was no answer
}

// purge empties the queue, once. If the answer was lost, an empty queue proves that the purge was carried out.
func purge(ctx context.Context, c *client.Client, endpointID string) (purged, *framework.Failure) {
	removed, err := c.PurgeQueue(ctx, endpointID)
	if err == nil {
		return purged{removed: members.Some(removed)}, nil
	}
	failure := &framework.Failure{Verb: "purge", Entity: "queue of endpoint", Name: endpointID, Err: err,
		Reference: "endpoint_id", Timeout: "create"}
	if !transport.OutcomeUnknown(err) {
		return purged{}, failure
	}
	health, unread := c.GetHealth(ctx, endpointID)
	if unread == nil && health.Jobs.InQueue.Or(1) == 0 {
		return purged{lost: err}, nil
	}
	failure.Advice = fmt.Sprintf("The provider does not know whether the service purged the queue. It did not purge it "+
		"again, because other jobs may wait in it by now. The endpoint counts: %s.\n\n"+
		"Next: check whether the queued jobs may be deleted. If so, apply again.", health)
	return purged{}, failure
}

// summary says what was done.
func (p purged) summary(endpointID string) string {
	if p.lost != nil {
		return fmt.Sprintf("The provider got no usable response (%v), but the queue of endpoint %s is empty now. The "+
			"number of removed jobs is unknown.", p.lost, endpointID)
	}
	return fmt.Sprintf("Jobs removed from the queue of endpoint %s: %d.", endpointID, p.removed.Or(0))
}

// config is the configuration of podfleet_endpoint_purge_queue.
type config struct {
	EndpointID types.String   `tfsdk:"endpoint_id"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

// NewAction returns podfleet_endpoint_purge_queue.
func NewAction() action.Action {
	return &framework.Action[config]{
		Type: "endpoint_purge_queue", Timeout: timeout, Run: purgeOnce,
		Description: "Empties the queue of a serverless endpoint, and reports the number of removed jobs. " +
			purgeDescription + "\n\n" +
			"The resource `podfleet_queue_purge` does the same with every CLI.",
		Attributes: attribute.Attributes{
			"endpoint_id": framework.ActionID("ID of the endpoint with the queue to empty."),
		},
	}
}

func purgeOnce(_, bounded context.Context, c *client.Client, of config, resp *action.InvokeResponse) {
	endpointID := of.EndpointID.ValueString()
	done, failure := purge(bounded, c, endpointID)
	if failure != nil {
		failure.Timeout = "invoke"
		failure.AddTo(&resp.Diagnostics)
		return
	}
	framework.SendProgress(resp, "%s", done.summary(endpointID))
}
