package networkvolume

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// Policies returns the policies of the attributes.
func (r *Resource) Policies() policy.Table { return r.policies }

// PlansNothing reports whether the plan that proposes the state changes nothing: ModifyPlan acts on changes only.
func (r *Resource) PlansNothing(ctx context.Context, p policy.Proposal) bool {
	return r.policies.PlansNothing(ctx, r.Version(), p)
}

// ModifyPlan says at plan time what apply would otherwise find out, or do: a volume does not shrink, and its data is
// lost when it is deleted or replaced.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.RefusesPlan(ctx, req, resp) {
		return
	}
	verdict := r.policies.Plan(ctx, r.Version(), req, resp)
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
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacement(plan.DeletionProtection, resp.RequiresReplace,
			&resp.Diagnostics)
		warnOfLoss(state, "Replacing", &resp.Diagnostics)
	case !plan.Size.Equal(state.Size):
		applied, diags := framework.AppliedSize(ctx, req.Private)
		resp.Diagnostics.Append(diags...)
		planSize(ctx, plan, state, applied, resp)
	}
}

// shrinking returns the refusal of a smaller volume.
func shrinking(plan, state model) framework.Refusal {
	return framework.Refusal{
		At: path.Root("size"), Object: state.object(), Summary: "A network volume cannot shrink",
		Detail: fmt.Sprintf("The volume %q has %d GB, and size is %d.",
			state.Name.ValueString(), state.Size.ValueInt64(), plan.Size.ValueInt64()),
		Next: fmt.Sprintf("set size to %d or more. To get a smaller volume, add another one, copy the data, and remove "+
			"this one last.",
			state.Size.ValueInt64()),
	}
}

// planSize warns if the configuration makes the volume smaller, which the update refuses. It keeps the size of a volume
// that was grown outside of Terraform.
func planSize(ctx context.Context, plan, state model, applied types.Int64, resp *resource.ModifyPlanResponse) {
	at := path.Root("size")
	switch framework.JudgeSize(plan.Size, state.Size, applied) {
	case framework.ResizeShrinks:
		shrinking(plan, state).Warn(&resp.Diagnostics)
	case framework.ResizeGrownOutside:
		framework.WarnGrownOutside(at, state.object(), fmt.Sprintf("The network volume %q", state.Name.ValueString()),
			plan.Size, state.Size, &resp.Diagnostics)
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, at, state.Size)...)
	case framework.ResizeAllowed:
	}
}

// describe returns a volume's name and size for a refusal of its end, as far as the state can be read.
func describe(ctx context.Context, state tfsdk.State) string {
	var stored model
	_ = state.Get(ctx, &stored)
	return fmt.Sprintf("%q (%d GB)", stored.Name.ValueString(), stored.Size.ValueInt64())
}

func warnOfLoss(state model, doing string, diags *diag.Diagnostics) {
	if diags.HasError() {
		return
	}
	diags.AddWarning(state.object().About(doing+" a network volume deletes its data"), fmt.Sprintf(
		"The volume %q holds %d GB in %s. All of its data is deleted with it; the service keeps no copy.\n\n"+
			"Next: before you apply, copy the data that you need to another volume.",
		state.Name.ValueString(), state.Size.ValueInt64(), state.DataCenterID.ValueString()))
}
