package validators

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func TestNumbers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		check validator.Int64
		value types.Int64
		want  string
	}{
		"at the minimum":    {AtLeast(1), types.Int64Value(1), ""},
		"below the minimum": {AtLeast(0), types.Int64Value(-1), "size must be at least 0; got -1."},
		"at both ends":      {Between(1, 1), types.Int64Value(1), ""},
		"below the range":   {Between(1, 3600), types.Int64Value(0), "size must be from 1 to 3600; got 0."},
		"above the range": {Between(1, 604800000), types.Int64Value(604800001),
			"size must be from 1 to 604800000; got 604800001."},
		"null":    {AtLeast(1), types.Int64Null(), ""},
		"unknown": {AtLeast(1), types.Int64Unknown(), ""},
	} {
		var resp validator.Int64Response
		test.check.ValidateInt64(t.Context(), validator.Int64Request{Path: path.Root("size"), ConfigValue: test.value}, &resp)
		got := ""
		for _, d := range resp.Diagnostics {
			got += d.Detail()
		}
		if got != test.want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for value, want := range map[float64]string{0.5: "", 0.25: "size must be at least 0.5; got 0.25."} {
		var resp validator.Float64Response
		NumberAtLeast(0.5).ValidateFloat64(t.Context(), validator.Float64Request{
			Path: path.Root("size"), ConfigValue: types.Float64Value(value)}, &resp)
		if (want == "") != (len(resp.Diagnostics) == 0) || want != "" && resp.Diagnostics[0].Detail() != want {
			t.Errorf("%v: %v", value, resp.Diagnostics)
		}
	}
}
