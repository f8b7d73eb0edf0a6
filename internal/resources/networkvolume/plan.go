package networkvolume

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// plan says at plan time what apply would otherwise find out, or do: a volume does not shrink, and its data is lost
// when it is replaced.
func (r *Resource) plan(
	ctx context.Context, in policy.Input[model], verdict policy.Verdict, req resource.ModifyPlanRequest,
	resp *resource.ModifyPlanResponse,
) {
	switch {
	case req.State.Raw.IsNull() || resp.Diagnostics.HasError(): // A create destroys nothing.
	case verdict.Replaces:
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacement(in.Plan.DeletionProtection, resp)
		warnOfLoss(in.State, "Replacing", &resp.Diagnostics)
	case !in.Plan.Size.Equal(in.State.Size):
		at := path.Root("size")
		kept := framework.SizeOf(at, in.State.Object(entity.Name), in.Plan.Size, in.State.Size, &resp.Diagnostics)
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
