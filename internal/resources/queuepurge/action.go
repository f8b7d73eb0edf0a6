package queuepurge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

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
