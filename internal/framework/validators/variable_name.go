package validators

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// VariableName wants a name that an environment variable can have. It quotes what it got: names are no secrets.
func VariableName() validator.String { return variableName{} }

type variableName struct{}

func (variableName) Description(context.Context) string {
	return "must be the name of an environment variable: not empty, and without spaces, control characters and ="
}

func (v variableName) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v variableName) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	value := req.ConfigValue.ValueString()
	impossible := func(r rune) bool { return r == '=' || unicode.IsSpace(r) || unicode.IsControl(r) }
	if value == "" || strings.ContainsFunc(value, impossible) {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid variable name",
			fmt.Sprintf("%s %s; got %q.", req.Path, v.Description(ctx), value))
	}
}
