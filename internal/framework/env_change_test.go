package framework

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func TestDescribeEnvChange(t *testing.T) {
	t.Parallel()
	type variables = map[string]string
	was := MapOf(variables{"MODE": "fast", "LEVEL": "1", "KEPT": "same"})
	null, unknown := types.MapNull(types.StringType), types.MapUnknown(types.StringType)
	for name, test := range map[string]struct {
		was, becomes, envWO types.Map
		want                string
	}{
		"nothing": {was, was, null, ""},
		"of every kind": {was, MapOf(variables{"MODE": "slow", "KEPT": "same", "NEW": "x", "ALSO": "y"}), null,
			"changes MODE; removes LEVEL; adds ALSO, NEW"},
		"all of it": {was, MapOf(variables{}), null, "removes KEPT, LEVEL, MODE"},
		"to env_wo": {was, MapOf(variables{"MODE": "fast", "KEPT": "same"}),
			MapOf(variables{"LEVEL": "1", "SECRET": "x"}), ""},
		"env_wo not known": {was, MapOf(variables{"MODE": "fast", "KEPT": "same"}), unknown,
			"removes, or leaves to env_wo, which is not known yet, LEVEL"},
		"not known": {was, unknown, null, "may change every variable, because env is not known yet"},
		"one not known": {
			MapOf(variables{"MODE": "fast"}), types.MapValueMust(types.StringType,
				map[string]attr.Value{"MODE": types.StringUnknown(), "NEW": types.StringUnknown()}), null,
			"may change MODE; adds NEW",
		},
	} {
		if got := DescribeEnvChange(test.was, test.becomes, test.envWO); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
