package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Rules are the rules of a configuration that span attributes. values are its attributes by name. Embed it in a
// resource. M is the model, a struct with tfsdk tags. Nil: there are none.
type Rules[M any] func(ctx context.Context, config M, values map[string]tftypes.Value, diags *diag.Diagnostics)

// ValidateConfig implements resource.ResourceWithValidateConfig.
func (r Rules[M]) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config M
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	values := Members(req.Config.Raw, &resp.Diagnostics)
	if r != nil && !resp.Diagnostics.HasError() {
		r(ctx, config, values, &resp.Diagnostics)
	}
}
