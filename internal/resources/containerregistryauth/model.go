package containerregistryauth

import (
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// apiModel holds the attributes that the service returns of registry credentials: all that a data source has.
type apiModel struct {
	framework.Identified
}

type model struct {
	apiModel
	NamePrefix        types.String   `tfsdk:"name_prefix"`
	Username          types.String   `tfsdk:"username"`
	Password          types.String   `tfsdk:"password"`
	PasswordWO        types.String   `tfsdk:"password_wo"`
	PasswordWOVersion types.Int64    `tfsdk:"password_wo_version"`
	Timeouts          timeouts.Value `tfsdk:"timeouts"`
}

// toCreate returns the request that creates the planned registry credentials. The write-only password is in the
// configuration and nowhere else.
func (m model) toCreate(config model) api.ContainerRegistryAuthCreate {
	if !config.PasswordWO.IsNull() {
		m.Password = config.PasswordWO
	}
	return framework.Fields[api.ContainerRegistryAuthCreate](m)
}
