package validators

import (
	"context"
	"fmt"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// CountryCode wants the code of a country as in ISO 3166-1, two capital letters. It has no list of countries.
func CountryCode() validator.String { return countryCode{} }

type countryCode struct{}

var twoCapitals = regexp.MustCompile(`^[A-Z]{2}$`)

func (countryCode) Description(context.Context) string {
	return "must be a country code of two capital letters, such as DE or US"
}

func (v countryCode) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v countryCode) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if value := req.ConfigValue.ValueString(); !twoCapitals.MatchString(value) {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid country code",
			fmt.Sprintf("%s %s; got %q.", subject(req.Path), v.Description(ctx), value))
	}
}
