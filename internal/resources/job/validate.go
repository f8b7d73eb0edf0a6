package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
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
	for name, input := range map[string]types.String{"input": config.Input, "input_wo": config.InputWO} {
		if len(input.ValueString()) > maxInput { // In the apply, a replacement would have ended the old job by then.
			resp.Diagnostics.AddAttributeError(path.Root(name), "The input is too large", sizeAdvice)
		}
	}
	validateS3Config(path.Root("s3_config"), config.S3Config, &resp.Diagnostics)
	validatePolicy(path.Root("policy"), config.Policy, &resp.Diagnostics)
}
