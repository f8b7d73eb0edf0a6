package validators

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// Needs is an attribute beside the validated one that must be set with it: of the same object, or of the root.
type Needs string

// Description says what must be set.
func (n Needs) Description(context.Context) string {
	return fmt.Sprintf("must be set together with %s", string(n))
}

// MarkdownDescription is Description.
func (n Needs) MarkdownDescription(ctx context.Context) string { return n.Description(ctx) }

// ValidateString implements validator.String.
func (n Needs) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	n.check(ctx, req.Config, req.Path, req.ConfigValue, &resp.Diagnostics)
}

// ValidateInt64 implements validator.Int64.
func (n Needs) ValidateInt64(ctx context.Context, req validator.Int64Request, resp *validator.Int64Response) {
	n.check(ctx, req.Config, req.Path, req.ConfigValue, &resp.Diagnostics)
}

// ValidateMap implements validator.Map.
func (n Needs) ValidateMap(ctx context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	n.check(ctx, req.Config, req.Path, req.ConfigValue, &resp.Diagnostics)
}

// check takes an unknown value for null: core validates again once it is known.
func (n Needs) check(ctx context.Context, config tfsdk.Config, at path.Path, is attr.Value, diags *diag.Diagnostics) {
	if is.IsNull() || is.IsUnknown() {
		return
	}
	var other attr.Value
	beside := at.ParentPath().AtName(string(n))
	diags.Append(config.GetAttribute(ctx, beside, &other)...)
	if diags.HasError() || !other.IsNull() {
		return
	}
	diags.AddAttributeError(at, fmt.Sprintf("Missing %s", beside), fmt.Sprintf(
		"The configuration sets %s, but not %s.\n\nNext: set both, or neither.", at, beside))
}
