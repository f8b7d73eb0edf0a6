package endpointhealth

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// awaited is the configuration of podfleet_endpoint_await.
type awaited struct {
	conditions
	EndpointID types.String   `tfsdk:"endpoint_id"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

// NewAwaitAction returns podfleet_endpoint_await, which waits as podfleet_endpoint_health does, and shows its progress.
func NewAwaitAction() action.Action {
	return &framework.Action[awaited]{
		Type: "endpoint_await", Timeout: defaultTimeout, Run: await,
		Description: "Waits for ready workers or for a short queue of an endpoint, shows the counters meanwhile, " +
			"and fails if they are not reached in time. All conditions that are set must hold at the same time. The data " +
			"source `podfleet_endpoint_health` does the same with every CLI.",
		Attributes: conditionAttributes(path.MatchRoot(jobsInQueueAtMost), attribute.Attributes{
			endpointID: framework.ActionID("ID of the endpoint."),
		}),
	}
}

func await(_, bounded context.Context, c *client.Client, config awaited, resp *action.InvokeResponse) {
	id, began, last := config.EndpointID.ValueString(), time.Now(), ""
	limit, _ := config.Timeouts.Invoke(bounded, defaultTimeout)
	w := wait{config.conditions, id, limit, path.Root(endpointID), func(seen string) {
		if seen != last {
			framework.SendProgress(resp, "Waiting for %s on endpoint %s: %s.", config.conditions, id, seen)
		}
		last = seen
	}}
	if seen, ok := w.untilHeld(bounded, c, &resp.Diagnostics); ok {
		framework.SendProgress(resp, "Endpoint %s is ready, after %s: %s.", id, time.Since(began).Round(time.Second), seen)
	}
}
