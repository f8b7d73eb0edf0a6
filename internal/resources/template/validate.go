package template

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
)

// ValidateConfig holds the rules that span attributes.
func (r *Resource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if config.IsServerless.ValueBool() && config.VolumeInGB.ValueInt64() > 0 {
		resp.Diagnostics.AddAttributeError(path.Root("volume_in_gb"), "A serverless template has no local volume",
			"volume_in_gb is above 0, and is_serverless is true.\n\n"+
				"Next: remove volume_in_gb, or set it to 0. Workers that need storage mount a network volume, which you set on "+
				"the endpoint.")
	}
	env.RefuseTwice(config.Env, config.EnvWO, &resp.Diagnostics)
}
