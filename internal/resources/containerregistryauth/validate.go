package containerregistryauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// ValidateConfig implements resource.ResourceWithValidateConfig: the error of a missing password says how to complete a
// configuration that Terraform generated, which never has one.
func (r *Resource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if config.Password.IsNull() && config.PasswordWO.IsNull() {
		resp.Diagnostics.AddAttributeError(path.Root("password_wo"), "Missing password", "Registry credentials need a "+
			"password. The API never returns user name and password, so a configuration that Terraform generates has "+
			"neither.\n\nNext: set username, password_wo and password_wo_version. password_wo is never stored; with a "+
			"Terraform before 1.11, set password instead.")
	}
}
