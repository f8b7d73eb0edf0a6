package env

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

func TestDescribeEnvChange(t *testing.T) {
	t.Parallel()
	type variables = map[string]string
	was := framework.MapOf(variables{"MODE": "fast", "LEVEL": "1", "KEPT": "same"})
	null, unknown := types.MapNull(types.StringType), types.MapUnknown(types.StringType)
	for name, test := range map[string]struct {
		was, becomes, envWO types.Map
		want                string
	}{
		"nothing": {was: was, becomes: was, envWO: null},
		"of every kind": {was: was, envWO: null,
			becomes: framework.MapOf(variables{"MODE": "slow", "KEPT": "same", "NEW": "x", "ALSO": "y"}),
			want:    "changes MODE; removes LEVEL; adds ALSO, NEW"},
		"all of it": {was: was, becomes: framework.MapOf(variables{}), envWO: null, want: "removes KEPT, LEVEL, MODE"},
		"to env_wo": {was: was, becomes: framework.MapOf(variables{"MODE": "fast", "KEPT": "same"}),
			envWO: framework.MapOf(variables{"LEVEL": "1", "SECRET": "x"})},
		"env_wo not known": {was: was, becomes: framework.MapOf(variables{"MODE": "fast", "KEPT": "same"}), envWO: unknown,
			want: "removes, or leaves to env_wo, which is not yet known, LEVEL"},
		"not known": {was: was, becomes: unknown, envWO: null,
			want: "may change every variable, because env is not yet known"},
		"one not known": {
			was: framework.MapOf(variables{"MODE": "fast"}), becomes: types.MapValueMust(types.StringType,
				map[string]attr.Value{"MODE": types.StringUnknown(), "NEW": types.StringUnknown()}), envWO: null,
			want: "changes MODE; adds NEW",
		},
	} {
		if got := describeChange(test.was, test.becomes, test.envWO); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
