package containerregistryauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// rules wants a password. Its error says how to complete a configuration that Terraform generated, which never has one.
func rules(_ context.Context, config model, diags *diag.Diagnostics) {
	if config.Password.IsNull() && config.PasswordWO.IsNull() {
		diags.AddAttributeError(path.Root("password_wo"), "Missing password", "Registry credentials need a "+
			"password. The API never returns user name and password, so a configuration that Terraform generates has "+
			"neither.\n\nNext: set username, password_wo and password_wo_version. password_wo is never stored; with a "+
			"Terraform before 1.11, set password instead.")
	}
}
