package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// ValidateConfig checks the rules that span attributes. Unknown values are not checked. The error of a missing input
// says how to complete a configuration that Terraform generated, which never has one.
func (r *Resource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if config.Input.IsNull() && config.InputWO.IsNull() {
		resp.Diagnostics.AddAttributeError(path.Root("input"), "Missing input", "A job needs an input. The API never "+
			"returns the input of a job, so a configuration that Terraform generates has none.\n\nNext: set input, or "+
			"input_wo and input_wo_version, which Terraform never stores. For an imported job, the first apply adopts the "+
			"value and submits nothing.")
	}
	validateS3Config(ctx, path.Root("s3_config"), config.S3Config, &resp.Diagnostics)
	validatePolicy(ctx, path.Root("policy"), config.Policy, &resp.Diagnostics)
	if config.InputWO.IsNull() {
		validateSize(path.Root("input"), config.Input, config.Webhook, config.Mode, &resp.Diagnostics)
	} else {
		validateSize(path.Root("input_wo"), config.InputWO, config.Webhook, config.Mode, &resp.Diagnostics)
	}
	if wait := config.WaitForCompletion; wait.IsNull() || wait.IsUnknown() || wait.ValueBool() {
		return
	}
	if config.Mode.ValueString() == modeSync {
		resp.Diagnostics.AddAttributeError(path.Root("mode"), `mode = "sync" requires wait_for_completion`,
			"mode is \"sync\" and wait_for_completion is false. The service deletes the result of a sync job after a minute, "+
				"so the state would never have it.\n\nNext: set wait_for_completion = true, or mode = \"async\".")
	}
	if config.MaxRetries.ValueInt64() > 0 {
		resp.Diagnostics.AddAttributeError(path.Root("max_retries"), "max_retries requires wait_for_completion",
			"max_retries is set and wait_for_completion is false. The provider runs a job again only while it waits for the "+
				"job.\n\nNext: set wait_for_completion = true, or remove max_retries.")
	}
}
