package policy

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// A version that cannot send an attribute refuses it where the apply would have to send it, and only there. It keeps
// what an object has, and no change of the attribute replaces the object.
func TestPlan_support(t *testing.T) {
	t.Parallel()
	text := func() schema.StringAttribute { return schema.StringAttribute{Optional: true, Computed: true} }
	attributes := schema.Schema{Attributes: map[string]schema.Attribute{"cannot": text(), "place": text()}}
	kind := attributes.Type().TerraformType(t.Context())
	type object struct{ cannot, place string }
	raw := func(o *object) tftypes.Value {
		if o == nil {
			return tftypes.NewValue(kind, nil)
		}
		members := map[string]tftypes.Value{}
		for name, value := range map[string]string{"cannot": o.cannot, "place": o.place} {
			members[name] = tftypes.NewValue(tftypes.String, nil)
			if value != "" {
				members[name] = tftypes.NewValue(tftypes.String, value)
			}
		}
		return tftypes.NewValue(kind, members)
	}
	cannot := func(f Facts) Support {
		s := Support{Keeps: f.Version == 2}
		if s.Keeps && f.Planned.Equal(types.StringValue("warns")) {
			s.Warns = "It is not stored."
		} else if s.Keeps {
			s.Refused, s.Next = "It has no way to ask for this.", "leave cannot out."
		}
		return s
	}
	table := Table{Entity: "thing", Rows: map[string]Row{
		"cannot": {Change: Replaces, Default: Value(types.StringNull()), Over: cannot},
		"place": {Change: Sent, Over: func(f Facts) Support {
			return Support{Replaces: f.Version == 2 && f.Planned.Equal(types.StringValue("elsewhere"))}
		}},
	}}
	for name, test := range map[string]struct {
		version             int
		state, config, plan *object
		want                string // of cannot
		refused, warned     bool
		replaces            bool
	}{
		"a create over version 1": {version: 1, config: &object{cannot: "a"}, plan: &object{cannot: "a"}, want: "a"},
		"a create": {version: 2, config: &object{cannot: "a"}, plan: &object{cannot: "a"}, want: "a",
			refused: true},
		"a create without it": {version: 2, config: &object{}, plan: &object{}},
		"unchanged": {version: 2, state: &object{cannot: "a"}, config: &object{cannot: "a"}, plan: &object{cannot: "a"},
			want: "a"},
		"the line is gone": {version: 2, state: &object{cannot: "a"}, config: &object{}, plan: &object{}, want: "a"},
		"the line is gone over version 1": {version: 1, state: &object{cannot: "a"}, config: &object{}, plan: &object{},
			replaces: true},
		"another value": {version: 2, state: &object{cannot: "a"}, config: &object{cannot: "b"}, plan: &object{cannot: "b"},
			want: "b", refused: true},
		"another value over version 1": {version: 1, state: &object{cannot: "a"}, config: &object{cannot: "b"},
			plan: &object{cannot: "b"}, want: "b", replaces: true},
		"replaced for another reason": {version: 2, state: &object{"a", "x"}, config: &object{"a", "elsewhere"},
			plan: &object{"a", "elsewhere"}, want: "a", refused: true, replaces: true},
		"replaced, and the line is gone": {version: 2, state: &object{"a", "x"}, config: &object{"", "elsewhere"},
			plan: &object{"", "elsewhere"}, want: "a", replaces: true},
		"no effect": {version: 2, config: &object{cannot: "warns"}, plan: &object{cannot: "warns"}, want: "warns",
			warned: true},
		"no effect, unchanged": {version: 2, state: &object{cannot: "warns"}, config: &object{cannot: "warns"},
			plan: &object{cannot: "warns"}, want: "warns"},
		"a destroy": {version: 2, state: &object{cannot: "a"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp := resource.ModifyPlanResponse{Plan: tfsdk.Plan{Schema: attributes, Raw: raw(test.plan)}}
			req := resource.ModifyPlanRequest{
				State:  tfsdk.State{Schema: attributes, Raw: raw(test.state)},
				Config: tfsdk.Config{Schema: attributes, Raw: raw(test.config)}, Plan: resp.Plan,
			}
			// The type of private state has no name here.
			private := reflect.ValueOf(&req.Private).Elem()
			private.Set(reflect.New(private.Type().Elem()))
			_ = req.Private.SetKey(t.Context(), "kept", fmt.Appendf(nil, `{"over":%d}`, test.version))
			verdict := table.Plan(t.Context(), test.version, req, &resp)
			if got := resp.Diagnostics.HasError(); got != test.refused {
				t.Errorf("refused: %t; %v", got, resp.Diagnostics)
			}
			if got := resp.Diagnostics.WarningsCount() > 0; got != test.warned {
				t.Errorf("warned: %t; %v", got, resp.Diagnostics)
			}
			for _, d := range resp.Diagnostics.Errors() {
				if !strings.HasSuffix(d.Detail(), "\n\nNext: leave cannot out.") {
					t.Error(d)
				}
			}
			if verdict.Replaces != test.replaces || (len(resp.RequiresReplace) > 0) != test.replaces {
				t.Errorf("replaces: %t %s", verdict.Replaces, resp.RequiresReplace)
			}
			if test.plan == nil {
				return
			}
			var got types.String
			resp.Plan.GetAttribute(t.Context(), path.Root("cannot"), &got)
			var want attr.Value = types.StringNull()
			if test.want != "" {
				want = types.StringValue(test.want)
			}
			if !got.Equal(want) {
				t.Errorf("planned %s, want %s", got, want)
			}
		})
	}
}

// Without a line, an object keeps a refused value and no other. Nothing is kept in a create, or of a configured value.
func TestKeepingRefused(t *testing.T) {
	t.Parallel()
	over := KeepingRefused(func(f Facts) (s Support) {
		if f.Planned.Equal(types.Int64Value(3)) || f.Planned.Equal(types.Int64Value(5)) {
			s.Refused, s.Next = "No.", "set x to 1."
		}
		return s
	})
	one, three, five, null := types.Int64Value(1), types.Int64Value(3), types.Int64Value(5), types.Int64Null()
	refused := Support{Refused: "No.", Next: "set x to 1."}
	stays := Support{Refused: "No.",
		Next: "set x to 1. If you leave x as it was, or remove it, the object keeps its value."}
	for name, test := range map[string]struct {
		facts Facts
		want  Support
	}{
		"a create":              {Facts{Configured: three, Was: null, Planned: three}, refused},
		"refused, and no line":  {Facts{Configured: null, Was: three, Planned: one, exists: true}, Support{Keeps: true}},
		"allowed, and no line":  {Facts{Configured: null, Was: one, Planned: one, exists: true}, Support{}},
		"null, and no line":     {Facts{Configured: null, Was: null, Planned: one, exists: true}, Support{}},
		"refused, unchanged":    {Facts{Configured: three, Was: three, Planned: three, exists: true}, refused},
		"from refused":          {Facts{Configured: one, Was: three, Planned: one, exists: true}, Support{}},
		"from refused to other": {Facts{Configured: five, Was: three, Planned: five, exists: true}, stays},
		"to refused":            {Facts{Configured: three, Was: one, Planned: three, exists: true}, refused},
	} {
		test.facts.Name = "x"
		if got := over(test.facts); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}
