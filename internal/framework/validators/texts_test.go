package validators

import (
	"fmt"
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
		"null of a map":     {NotNull(), types.StringNull(), `mode must not be null: remove the key, or set a value such as ""; got null.`},
		"no text of a process": {ProcessText(), types.StringValue("hunter2\x00"),
			fmt.Sprintf("mode must %s.", ProcessText().(text).must)}, //nolint:forcetypeassert // It is one.
		"any text of a process": {ProcessText(), types.StringValue(strings.Repeat("x", maxText)), ""},
		"too long for a process": {ProcessText(), types.StringValue(strings.Repeat("x", maxText+1)),
			fmt.Sprintf("mode must %s.", ProcessText().(text).must)}, //nolint:forcetypeassert // It is one.
		"not empty":     {NotEmpty(), types.StringValue(strings.Repeat("x", 1000)), ""},
		"null":          {NotEmpty(), types.StringNull(), ""},
		"unknown":       {NotEmpty(), types.StringUnknown(), ""},
		"empty of some": {NotLongerThan(3), types.StringValue(""), "mode must have from 1 to 3 characters; got \"\"."},
		"too long": {NotLongerThan(3), types.StringValue("four"),
			"mode must have from 1 to 3 characters; got \"four\"."},
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
