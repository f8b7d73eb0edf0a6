package networkvolume

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// ModifyPlan says at plan time what apply would otherwise find out, or do: a
// volume does not shrink, and what is on it goes when it is deleted or replaced.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.State.Raw.IsNull() {
		return // A create destroys nothing.
	}
	var state, plan model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	destroyed := req.Plan.Raw.IsNull()
	if !destroyed {
		resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	switch replaced := !plan.DataCenterID.Equal(state.DataCenterID); {
	case destroyed:
		refuseIfProtected(state, "delete", &resp.Diagnostics)
		warnOfLoss(state, "Deleting", &resp.Diagnostics)
	case replaced:
		refuseIfProtected(state, "replace", &resp.Diagnostics)
		if plan.DeletionProtection.ValueBool() && !resp.Diagnostics.HasError() { // Protected from now on means that it is not destroyed now.
			refuseIfProtected(plan, "replace", &resp.Diagnostics)
		}
		warnOfLoss(state, "Replacing", &resp.Diagnostics)
	case !plan.Size.IsUnknown() && plan.Size.ValueInt64() < state.Size.ValueInt64():
		resp.Diagnostics.AddAttributeError(path.Root("size"), "A network volume cannot shrink", fmt.Sprintf(
			"The volume %q has %d GB, and size is %d. Set size to %d or more; to get a smaller one, create another volume and copy what is needed.",
			state.Name.ValueString(), state.Size.ValueInt64(), plan.Size.ValueInt64(), state.Size.ValueInt64()))
	}
}

// refuseIfProtected asks the state and not the plan: taking the protection off
// is a step of its own, to be applied and looked at first.
func refuseIfProtected(state model, verb string, diags *diag.Diagnostics) {
	if state.DeletionProtection.ValueBool() {
		diags.AddAttributeError(path.Root("deletion_protection"), "Cannot "+verb+" a protected network volume", fmt.Sprintf(
			"The volume %q (%d GB) is protected. To %s it, set deletion_protection = false and apply that first. "+
				"Where it has been replaced already, by -replace with create_before_destroy, the configuration does not reach the old one any more: delete it at the service, and the next plan forgets it.",
			state.Name.ValueString(), state.Size.ValueInt64(), verb))
	}
}

func warnOfLoss(state model, doing string, diags *diag.Diagnostics) {
	if diags.HasError() {
		return
	}
	diags.AddWarning(doing+" a network volume loses what is on it", fmt.Sprintf(
		"The volume %q holds %d GB in %s. All of it is lost when the volume is deleted; the service keeps no copy.",
		state.Name.ValueString(), state.Size.ValueInt64(), state.DataCenterID.ValueString()))
}
