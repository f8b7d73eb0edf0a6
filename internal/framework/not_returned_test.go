package framework

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

func TestWithoutAdopted(t *testing.T) {
	t.Parallel()
	type api struct {
		Name  types.String `tfsdk:"name"`
		Size  types.Int64  `tfsdk:"size"`
		Ports types.List   `tfsdk:"ports"`
	}
	type model struct {
		api
		Readme types.String `tfsdk:"readme"`
	}
	notReturned := NotReturned{"size": IsSent, "ports": IsSent, "readme": IsSent, "elsewhere": IsSent}
	planned := model{api{types.StringValue("a"), types.Int64Value(1), ListOf("x")}, types.StringValue("r")}
	state := model{api{types.StringNull(), types.Int64Null(), ListOf()}, types.StringNull()}
	got := WithoutAdopted(notReturned, planned, state)
	if !got.Name.Equal(planned.Name) || !got.Size.IsNull() || !got.Ports.Equal(planned.Ports) || !got.Readme.IsNull() {
		t.Errorf("%+v", got)
	}
	if planned.Size.IsNull() {
		t.Error("the plan itself has changed")
	}
}

func TestNotReturned_keepNull(t *testing.T) {
	t.Parallel()
	strings := tftypes.List{ElementType: tftypes.String}
	kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"size": tftypes.Number, "flavors": strings}}
	attributes := schema.Schema{Attributes: map[string]schema.Attribute{
		"size":    schema.Int64Attribute{Optional: true, Computed: true},
		"flavors": schema.ListAttribute{ElementType: types.StringType, Optional: true},
	}}
	object := func(size, flavors any) tftypes.Value {
		return tftypes.NewValue(kind, map[string]tftypes.Value{
			"size": tftypes.NewValue(tftypes.Number, size), "flavors": tftypes.NewValue(strings, flavors),
		})
	}
	some := []tftypes.Value{tftypes.NewValue(tftypes.String, "a")}
	for name, test := range map[string]struct {
		state, config, plan, want tftypes.Value
		imported                  bool
		warnings                  int
	}{
		"not configured": {state: object(nil, nil), config: object(nil, nil), plan: object(50, nil), want: object(nil, nil),
			imported: true},
		"not configured, mark dropped": {state: object(nil, nil), config: object(nil, nil), plan: object(50, nil),
			want: object(nil, nil)},
		"configured": {state: object(nil, nil), config: object(7, some), plan: object(7, some),
			want: object(7, some), imported: true, warnings: 2},
		"configured, mark dropped": {state: object(nil, nil), config: object(7, some), plan: object(7, some),
			want: object(7, some)},
		"empty without a default": {state: object(nil, nil), config: object(7, []tftypes.Value{}),
			plan: object(7, []tftypes.Value{}),
			want: object(7, []tftypes.Value{}), imported: true, warnings: 1},
		"not known yet": {
			state: object(nil, nil), config: object(tftypes.UnknownValue, tftypes.UnknownValue),
			plan: object(tftypes.UnknownValue, tftypes.UnknownValue),
			want: object(tftypes.UnknownValue, tftypes.UnknownValue), imported: true, warnings: 2,
		},
		"returned": {state: object(5, some), config: object(nil, nil), plan: object(50, nil), want: object(50, nil),
			imported: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp := resource.ModifyPlanResponse{Plan: tfsdk.Plan{Schema: attributes, Raw: test.plan}}
			NotReturned{"size": IsSent, "flavors": IsSent}.KeepNull(t.Context(), test.imported, resource.ModifyPlanRequest{
				State:  tfsdk.State{Schema: attributes, Raw: test.state},
				Config: tfsdk.Config{Schema: attributes, Raw: test.config},
			}, &resp)
			if !resp.Plan.Raw.Equal(test.want) {
				t.Errorf("plan %s, want %s", resp.Plan.Raw, test.want)
			}
			if got := len(resp.Diagnostics); got != test.warnings {
				t.Errorf("%d warnings, want %d: %v", got, test.warnings, resp.Diagnostics)
			}
		})
	}
}

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
