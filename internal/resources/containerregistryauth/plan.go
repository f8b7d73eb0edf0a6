package containerregistryauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// plan warns of a replacement that templates and pods are in the way of. A name made of a prefix is for
// create_before_destroy, under which they move over first.
func (r *Resource) plan(
	ctx context.Context, in policy.Input[model], verdict policy.Verdict, _ resource.ModifyPlanRequest,
	resp *resource.ModifyPlanResponse,
) {
	if r.Client == nil || !verdict.Replaces || resp.Diagnostics.HasError() || in.Config.Name.IsNull() {
		return
	}
	users, _, err := r.Client.ContainerRegistryAuths.UsedBy(ctx, in.State.ID.ValueString())
	framework.WarnInUse(in.State.Object(entity.Name), users, err, &resp.Diagnostics)
}
