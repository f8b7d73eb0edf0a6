package containerregistryauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// ModifyPlan warns of a replacement that templates and pods are in the way of. A name made of a prefix is for
// create_before_destroy, under which they move over first.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.RefusesPlan(ctx, req, resp) {
		return
	}
	verdict := policies.Plan(ctx, r.Version(), req, resp)
	if r.Client == nil || !verdict.Replaces {
		return
	}
	var plan, state, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || config.Name.IsNull() {
		return
	}
	users, _, err := r.Client.ContainerRegistryAuths.UsedBy(ctx, state.ID.ValueString())
	framework.WarnInUse(state.Object(entity.Name), users, err, &resp.Diagnostics)
}
