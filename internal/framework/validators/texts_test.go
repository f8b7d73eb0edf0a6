package validators

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		check validator.String
		value types.String
		want  string
	}{
		"a choice":          {OneOf("a", "b"), types.StringValue("b"), ""},
		"no choice of two":  {OneOf("a", "b"), types.StringValue("c"), `mode must be "a" or "b"; got "c".`},
		"no choice of more": {OneOf("a", "b", "c"), types.StringValue(""), `mode must be "a", "b" or "c"; got "".`},
		"not the only one":  {OneOf("a"), types.StringValue("A"), `mode must be "a"; got "A".`},
		"null choice":       {OneOf("a"), types.StringNull(), ""},
		"unknown choice":    {OneOf("a"), types.StringUnknown(), ""},
		"empty":             {NotEmpty(), types.StringValue(""), "mode must not be empty."},
		"not empty":         {NotEmpty(), types.StringValue(strings.Repeat("x", 1000)), ""},
		"null":              {NotEmpty(), types.StringNull(), ""},
		"unknown":           {NotEmpty(), types.StringUnknown(), ""},
		"empty of some":     {NotLongerThan(3), types.StringValue(""), "mode must have from 1 to 3 characters; it has 0."},
		"too long": {NotLongerThan(3), types.StringValue("four"),
			"mode must have from 1 to 3 characters; it has 4."},
		"characters":   {NotLongerThan(3), types.StringValue("äöü"), ""},
		"null of some": {NotLongerThan(3), types.StringNull(), ""},
	} {
		var resp validator.StringResponse
		request := validator.StringRequest{Path: path.Root("mode"), ConfigValue: test.value}
		test.check.ValidateString(t.Context(), request, &resp)
		got := ""
		for _, d := range resp.Diagnostics {
			got += d.Detail()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
