package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// rules checks the rules that span attributes. Unknown values are not checked. The error of a missing input
// says how to complete a configuration that Terraform generated, which never has one.
func rules(_ context.Context, config model, diags *diag.Diagnostics) {
	if config.Input.IsNull() && config.InputWO.IsNull() {
		diags.AddAttributeError(path.Root("input"), "Missing input", "A job needs an input. The API never "+
			"returns the input of a job, so a configuration that Terraform generates has none.\n\nNext: set input, or "+
			"input_wo and input_wo_version, which Terraform never stores. For an imported job, the first apply adopts the "+
			"value and submits nothing.")
	}
	for name, input := range map[string]types.String{"input": config.Input, "input_wo": config.InputWO} {
		if len(input.ValueString()) > maxInput { // In the apply, a replacement would have ended the old job by then.
			diags.AddAttributeError(path.Root(name), "The input is too large", sizeAdvice)
		}
	}
	validateS3Config(path.Root("s3_config"), config.S3Config, diags)
	validatePolicy(path.Root("policy"), config.Policy, diags)
}
