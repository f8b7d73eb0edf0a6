package validators

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// SomeElements wants a list or a set of at least one element: empty, its meaning would not be clear.
type SomeElements struct{}

// Description says how many elements are allowed.
func (SomeElements) Description(context.Context) string { return "must have at least one element" }

// MarkdownDescription is Description.
func (s SomeElements) MarkdownDescription(ctx context.Context) string { return s.Description(ctx) }

// ValidateList implements validator.List.
func (s SomeElements) ValidateList(ctx context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	s.check(ctx, req.Path, req.ConfigValue, len(req.ConfigValue.Elements()), &resp.Diagnostics)
}

// ValidateSet implements validator.Set.
func (s SomeElements) ValidateSet(ctx context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	s.check(ctx, req.Path, req.ConfigValue, len(req.ConfigValue.Elements()), &resp.Diagnostics)
}

func (s SomeElements) check(ctx context.Context, at path.Path, is attr.Value, n int, diags *diag.Diagnostics) {
	if !is.IsNull() && !is.IsUnknown() && n == 0 {
		diags.AddAttributeError(at, invalidValue, fmt.Sprintf(
			"%s %s.\n\nNext: add an element, or remove the argument.", at, s.Description(ctx)))
	}
}
