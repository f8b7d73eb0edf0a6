package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/resourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// ConfigValidators wants one input, kept or not.
func (r *Resource) ConfigValidators(context.Context) []resource.ConfigValidator {
	return []resource.ConfigValidator{
		resourcevalidator.ExactlyOneOf(path.MatchRoot("input"), path.MatchRoot("input_wo")),
	}
}

// ValidateConfig holds the rules that span attributes. What is unknown is not
// checked.
func (r *Resource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	checkS3Config(ctx, path.Root("s3_config"), config.S3Config, &resp.Diagnostics)
	checkPolicy(ctx, path.Root("policy"), config.Policy, &resp.Diagnostics)
	if config.InputWO.IsNull() {
		checkSize(path.Root("input"), config.Input, config.Webhook, config.Mode, &resp.Diagnostics)
	} else {
		checkSize(path.Root("input_wo"), config.InputWO, config.Webhook, config.Mode, &resp.Diagnostics)
	}
	if wait := config.WaitForCompletion; wait.IsNull() || wait.IsUnknown() || wait.ValueBool() {
		return
	}
	if config.Mode.ValueString() == modeSync {
		resp.Diagnostics.AddAttributeError(path.Root("mode"), "Sync mode is waiting",
			"mode is \"sync\" and wait_for_completion is false: the result of a sync job is forgotten after a minute, so nobody would ever see it. "+
				"Set wait_for_completion = true, or mode = \"async\".")
	}
	if config.MaxRetries.ValueInt64() > 0 {
		resp.Diagnostics.AddAttributeError(path.Root("max_retries"), "Nobody is there to run it again",
			"max_retries is set and wait_for_completion is false: a job can be run again only by who waits for it. Set wait_for_completion = true, or remove max_retries.")
	}
}
