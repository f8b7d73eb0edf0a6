package pod

import (
	"context"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// awaited is the configuration of podfleet_pod_await.
type awaited struct {
	question
	PodID    types.String   `tfsdk:"pod_id"`
	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

// NewAwaitAction returns podfleet_pod_await, which does what podfleet_pod_ready does, and shows its progress.
func NewAwaitAction() action.Action {
	return &framework.Action[awaited]{
		Type: "pod_await", Timeout: answersTimeout, Run: await,
		Description: "Waits until the program in a pod answers over HTTP, shows what is in the way, and fails if " +
			"it does not answer in time. The data source `podfleet_pod_ready` does the same with every CLI.",
		Attributes: questionAttributes(attribute.Attributes{podID: framework.ActionID("ID of the pod.")}),
	}
}

func await(request, bounded context.Context, c *client.Client, config awaited, resp *action.InvokeResponse) {
	id, began := config.PodID.ValueString(), time.Now()
	limit, _ := config.Timeouts.Invoke(bounded, answersTimeout)
	found, answers := config.await(request, c.Pods, id, limit, func(seen string) {
		framework.SendProgress(resp, "Waiting for pod %s: %s.", id, seen)
	}, &resp.Diagnostics)
	if answers {
		framework.SendProgress(resp, "The %s answers at %s, after %s.", framework.Object{Name: found.Name.Or(""),
			ID: found.ID, Entity: entity.Name}, strings.SplitN(config.check().URL(found), "?", 2)[0],
			time.Since(began).Round(time.Second))
	}
}
