package containerregistryauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
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

// rules wants a password. Its error says how to complete a configuration that Terraform generated, which never has one.
func rules(_ context.Context, config model, diags *diag.Diagnostics) {
	if config.Password.IsNull() && config.PasswordWO.IsNull() {
		diags.AddAttributeError(path.Root("password_wo"), "Missing password", "Registry credentials need a "+
			"password. The API never returns user name and password, so a configuration that Terraform generates has "+
			"neither.\n\nNext: set username, password_wo and password_wo_version. password_wo is never stored; with a "+
			"Terraform before 1.11, set password instead.")
	}
}
