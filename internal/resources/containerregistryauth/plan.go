package containerregistryauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
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

// rules wants a password. Its error says how to complete a configuration that Terraform generated, which never has one.
func rules(_ context.Context, config model, diags *diag.Diagnostics) {
	if config.Password.IsNull() && config.PasswordWO.IsNull() {
		diags.AddAttributeError(path.Root("password_wo"), "Missing password", "Registry credentials need a "+
			"password. The API never returns user name and password, so a configuration that Terraform generates has "+
			"neither.\n\nNext: set username, password_wo and password_wo_version. password_wo is never stored; with a "+
			"Terraform before 1.11, set password instead.")
	}
}
