package planmodifiers

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

func TestDependingOn(t *testing.T) {
	t.Parallel()
	byDefault := DependingOn("kind", func(kind types.String) types.Int64 {
		if kind.ValueString() == "CPU" {
			return types.Int64Null()
		}
		return types.Int64Value(1)
	})
	for name, test := range map[string]struct {
		kind any
		want attr.Value
	}{
		"configured":     {"CPU", types.Int64Null()},
		"not configured": {nil, types.Int64Value(1)},
		"not known yet":  {tftypes.UnknownValue, types.Int64Unknown()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			object := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"kind": tftypes.String}}
			config := tfsdk.Config{
				Schema: schema.Schema{Attributes: map[string]schema.Attribute{"kind": schema.StringAttribute{Optional: true}}},
				Raw: tftypes.NewValue(object, map[string]tftypes.Value{"kind": tftypes.NewValue(tftypes.String,
					test.kind)}),
			}
			if got := byDefault(t.Context(), config); !got.Equal(test.want) {
				t.Errorf("default %s, want %s", got, test.want)
			}
		})
	}
}

func TestUnknownLike(t *testing.T) {
	t.Parallel()
	for _, value := range []attr.Value{
		types.StringValue("a"), types.Int64Null(), types.BoolValue(true), framework.ListOf("a"), framework.SetOf(),
	} {
		unknown := UnknownLike(t.Context(), value)
		if !unknown.IsUnknown() || !unknown.Type(t.Context()).Equal(value.Type(t.Context())) {
			t.Errorf("of %s: %s", value, unknown)
		}
	}
}
