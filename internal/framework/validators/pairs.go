package validators

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// A Pair is two attributes that belong together. It validates the configurations of resources and data sources.
type Pair struct {
	one, other      string
	notNone, notTwo bool
}

// ExactlyOneOf wants one of two attributes.
func ExactlyOneOf(one, other string) Pair { return Pair{one, other, true, true} }

// AtLeastOneOf wants one of two attributes, or both.
func AtLeastOneOf(one, other string) Pair { return Pair{one, other, true, false} }

// NotBoth wants at most one of two attributes.
func NotBoth(one, other string) Pair { return Pair{one, other, false, true} }

// Description says which of the two attributes the configuration may have.
func (p Pair) Description(context.Context) string {
	switch {
	case !p.notTwo:
		return fmt.Sprintf("%s or %s must be set", p.one, p.other)
	case !p.notNone:
		return fmt.Sprintf("%s and %s exclude each other", p.one, p.other)
	default:
		return fmt.Sprintf("one of %s and %s must be set", p.one, p.other)
	}
}

// MarkdownDescription is Description.
func (p Pair) MarkdownDescription(ctx context.Context) string { return p.Description(ctx) }

// ValidateResource implements resource.ConfigValidator.
func (p Pair) ValidateResource(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	p.check(ctx, req.Config, &resp.Diagnostics)
}

// ValidateDataSource implements datasource.ConfigValidator.
func (p Pair) ValidateDataSource(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	p.check(ctx, req.Config, &resp.Diagnostics)
}

// check takes an unknown value for neither set nor missing: core validates again once it is known.
func (p Pair) check(ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics) {
	var values [2]attr.Value
	for i, name := range []string{p.one, p.other} {
		diags.Append(config.GetAttribute(ctx, path.Root(name), &values[i])...)
	}
	if diags.HasError() {
		return
	}
	isSet := func(v attr.Value) bool { return !v.IsNull() && !v.IsUnknown() }
	switch {
	case p.notTwo && isSet(values[0]) && isSet(values[1]):
		diags.AddAttributeError(path.Root(p.one), fmt.Sprintf("Both %s and %s are set", p.one, p.other),
			"The two attributes exclude each other.\n\nNext: remove one of them.")
	case p.notNone && values[0].IsNull() && values[1].IsNull():
		diags.AddError(fmt.Sprintf("Neither %s nor %s is set", p.one, p.other), fmt.Sprintf(
			"The configuration has neither of the two.\n\nNext: set %s or %s.", p.one, p.other))
	}
}
