package policy

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The plans of objects with the mark of an import are those of the entities: see TestPolicies of each.
func TestTable_plan(t *testing.T) {
	t.Parallel()
	strings := tftypes.List{ElementType: tftypes.String}
	kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"size": tftypes.Number, "flavors": strings,
		"place": tftypes.String}}
	attributes := schema.Schema{Attributes: map[string]schema.Attribute{
		"size":    schema.Int64Attribute{Optional: true, Computed: true},
		"flavors": schema.ListAttribute{ElementType: types.StringType, Optional: true},
		"place":   schema.StringAttribute{Required: true},
	}}
	type object struct{ size, flavors, place any }
	raw := func(o *object) tftypes.Value {
		if o == nil {
			return tftypes.NewValue(kind, nil)
		}
		return tftypes.NewValue(kind, map[string]tftypes.Value{
			"size": tftypes.NewValue(tftypes.Number, o.size), "flavors": tftypes.NewValue(strings, o.flavors),
			"place": tftypes.NewValue(tftypes.String, o.place),
		})
	}
	some := []tftypes.Value{tftypes.NewValue(tftypes.String, "a")}
	fifty := Value(types.Int64Value(50))
	unknown := tftypes.UnknownValue
	for name, test := range map[string]struct {
		state, config, plan, want *object
		size                      Default
		replaces                  bool
	}{
		"a create": {config: &object{nil, some, "a"}, plan: &object{unknown, some, "a"}, size: fifty,
			want: &object{50, some, "a"}},
		"a create with an unknown default": {config: &object{nil, some, "a"}, plan: &object{nil, some, "a"},
			size: func(Facts) attr.Value { return nil }, want: &object{unknown, some, "a"}},
		"a delete": {state: &object{50, some, "a"}, size: fifty},
		"not returned, and not configured": {state: &object{nil, nil, "a"}, config: &object{nil, nil, "a"},
			plan: &object{50, nil, "a"}, size: fifty, want: &object{nil, nil, "a"}},
		"not returned, and configured": {state: &object{nil, nil, "a"}, config: &object{7, some, "a"},
			plan: &object{7, some, "a"}, size: fifty, want: &object{7, some, "a"}},
		"not configured any more": {state: &object{5, some, "a"}, config: &object{nil, nil, "a"},
			plan: &object{5, nil, "a"}, size: fifty, want: &object{50, nil, "a"}},
		"without a default": {state: &object{5, some, "a"}, config: &object{nil, some, "a"},
			plan: &object{5, some, "a"}, want: &object{5, some, "a"}},
		"another place": {state: &object{5, some, "a"}, config: &object{5, some, "b"}, plan: &object{5, some, "b"},
			size: fifty, want: &object{5, some, "b"}, replaces: true},
		"a place that was not returned": {state: &object{5, some, ""}, config: &object{5, some, "b"},
			plan: &object{5, some, "b"}, size: fifty, want: &object{5, some, "b"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			table := Table{Entity: "thing", Rows: map[string]Row{
				"size":    {Change: Sent, Default: test.size, Adopts: AfterImport},
				"flavors": {Change: Sent, Adopts: AfterImport},
				"place":   {Change: ReplacesSilently, Adopts: IfNull},
			}}
			plan := tfsdk.Plan{Schema: attributes, Raw: raw(test.plan)}
			resp := resource.ModifyPlanResponse{Plan: plan}
			verdict := table.Plan(t.Context(), 1, resource.ModifyPlanRequest{
				State:  tfsdk.State{Schema: attributes, Raw: raw(test.state)},
				Config: tfsdk.Config{Schema: attributes, Raw: raw(test.config)}, Plan: plan,
			}, &resp)
			if !resp.Plan.Raw.Equal(raw(test.want)) || len(resp.Diagnostics) != 0 {
				t.Errorf("plan %s, want %s; %v", resp.Plan.Raw, raw(test.want), resp.Diagnostics)
			}
			if verdict.Replaces != test.replaces || resp.RequiresReplace.Contains(path.Root("place")) != test.replaces {
				t.Errorf("replaces: %t %s", verdict.Replaces, resp.RequiresReplace)
			}
		})
	}
}
