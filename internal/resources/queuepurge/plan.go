package queuepurge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// ModifyPlan refuses to plan a purge without a queue_url, which its apply needs. A finished purge needs none, and must
// not stop a destroy, which begins with its plan.
func (r *Resource) ModifyPlan(_ context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.State.Raw.IsNull() && !req.Plan.Raw.IsNull() {
		framework.NeedQueueURL(r.Client, "purge the queue", &resp.Diagnostics)
	}
}
