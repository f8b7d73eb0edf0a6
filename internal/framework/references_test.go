package framework

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

func TestClearReference(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		planned, state types.String
		want           members.Optional[string]
	}{
		"taken away": {types.StringNull(), types.StringValue("a1"), members.Some("")},
		"none":       {types.StringNull(), types.StringNull(), members.Optional[string]{}},
		"none as ''": {types.StringNull(), types.StringValue(""), members.Optional[string]{}},
		"another":    {types.StringValue("a2"), types.StringValue("a1"), members.Optional[string]{}},
		"unknown":    {types.StringUnknown(), types.StringValue("a1"), members.Optional[string]{}},
	} {
		var member members.Optional[string]
		if ClearReference(&member, test.planned, test.state); member != test.want {
			t.Errorf("%s: %+v, want %+v", name, member, test.want)
		}
	}
}
