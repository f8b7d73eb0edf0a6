package networkvolume

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// ModifyPlan says at plan time what apply would otherwise find out, or do: a volume does not shrink, and its data is
// lost when it is deleted or replaced.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.RefusesPlan(ctx, req, resp) {
		return
	}
	verdict := policies.Plan(ctx, r.Version(), req, resp)
	if req.State.Raw.IsNull() {
		return // A create destroys nothing.
	}
	var state, plan model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	destroyed := req.Plan.Raw.IsNull()
	if !destroyed {
		resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	switch {
	case destroyed:
		r.Protected(ctx, req.State, &resp.Diagnostics).RefusePlannedDelete(&resp.Diagnostics)
		warnOfLoss(state, "Deleting", &resp.Diagnostics)
	case verdict.Replaces:
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacement(plan.DeletionProtection, resp)
		warnOfLoss(state, "Replacing", &resp.Diagnostics)
	case !plan.Size.Equal(state.Size):
		at := path.Root("size")
		kept := framework.SizeOf(at, state.Object(entity.Name), plan.Size, state.Size, &resp.Diagnostics)
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, at, kept)...)
	}
}

func warnOfLoss(state model, doing string, diags *diag.Diagnostics) {
	if diags.HasError() {
		return
	}
	diags.AddWarning(state.Object(entity.Name).About(doing+" a network volume deletes its data"), fmt.Sprintf(
		"The volume %q holds %d GB in %s. All of its data is deleted with it; the service keeps no copy.\n\n"+
			"Next: before you apply, copy the data that you need to another volume.",
		state.Name.ValueString(), state.Size.ValueInt64(), state.DataCenterID.ValueString()))
}
