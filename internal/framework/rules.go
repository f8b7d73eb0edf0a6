package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// Rules are the rules of a configuration that span attributes. Embed it in a resource. M is the model, a struct
// with tfsdk tags.
type Rules[M any] func(ctx context.Context, config M, diags *diag.Diagnostics)

// ValidateConfig implements resource.ResourceWithValidateConfig.
func (r Rules[M]) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config M
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		r(ctx, config, &resp.Diagnostics)
	}
}
