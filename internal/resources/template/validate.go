package template

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// ValidateConfig holds the rules that span attributes.
func (r *Resource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if config.IsServerless.ValueBool() && config.VolumeInGB.ValueInt64() > 0 {
		resp.Diagnostics.AddAttributeError(path.Root("volume_in_gb"), "A serverless template has no local volume",
			"Remove volume_in_gb or set it to 0. Workers that need storage mount a network volume, which is set on the endpoint.")
	}
	for key := range config.EnvWO.Elements() {
		if _, twice := config.Env.Elements()[key]; twice {
			resp.Diagnostics.AddAttributeError(path.Root("env_wo"), "Variable set twice",
				"The variable "+key+" is in env as well. Keep it in one of the two: in env_wo if it is secret.")
		}
	}
}
