package framework

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

func TestClearReference(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		planned, state types.String
		want           client.Optional[string]
	}{
		"taken away": {types.StringNull(), types.StringValue("a1"), client.Some("")},
		"none":       {types.StringNull(), types.StringNull(), client.Optional[string]{}},
		"none as ''": {types.StringNull(), types.StringValue(""), client.Optional[string]{}},
		"another":    {types.StringValue("a2"), types.StringValue("a1"), client.Optional[string]{}},
		"unknown":    {types.StringUnknown(), types.StringValue("a1"), client.Optional[string]{}},
	} {
		var member client.Optional[string]
		if ClearReference(&member, test.planned, test.state); member != test.want {
			t.Errorf("%s: %+v, want %+v", name, member, test.want)
		}
	}
}
