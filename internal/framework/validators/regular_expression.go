package validators

import (
	"context"
	"fmt"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// RegularExpression wants a pattern that Go's regexp reads: RE2, which has no look-around and no back-references.
func RegularExpression() validator.String { return regularExpression{} }

type regularExpression struct{}

func (regularExpression) Description(context.Context) string {
	return "must be a regular expression in the RE2 syntax"
}

func (v regularExpression) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v regularExpression) ValidateString(
	ctx context.Context, req validator.StringRequest, resp *validator.StringResponse,
) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if _, err := regexp.Compile(req.ConfigValue.ValueString()); err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid regular expression",
			fmt.Sprintf("%s %s; got %q: %s.", req.Path, v.Description(ctx), req.ConfigValue.ValueString(), err))
	}
}
