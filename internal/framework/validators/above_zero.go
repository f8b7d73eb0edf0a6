package validators

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// AboveZero wants a number above zero.
func AboveZero() validator.Float64 { return aboveZero{} }

type aboveZero struct{}

func (aboveZero) Description(context.Context) string { return "must be above zero" }

func (v aboveZero) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v aboveZero) ValidateFloat64(
	ctx context.Context, req validator.Float64Request, resp *validator.Float64Response,
) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if value := req.ConfigValue.ValueFloat64(); value <= 0 {
		resp.Diagnostics.AddAttributeError(req.Path, "Not above zero",
			fmt.Sprintf("%s %s; got %v.", req.Path, v.Description(ctx), value))
	}
}
