package policy

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// The record of a refresh over version 2 names the attributes that version 2 keeps without their lines, and for which
// version 1 would plan another value. Another value than the refused one is sent.
func TestTable_kept(t *testing.T) {
	t.Parallel()
	odd := func(f Facts) (s Support) {
		planned, _ := f.Planned.(types.Int64)
		if f.Version == 2 && planned.ValueInt64()%2 == 1 {
			s.Refused = "It has no odd numbers."
		}
		return s
	}
	keeps := func(f Facts) Support { return Support{Keeps: f.Version == 2} }
	table := Table{Rows: map[string]Row{
		"odd":       {Change: Sent, Default: Value(types.Int64Value(2)), Over: KeepingRefused(odd)},
		"even":      {Change: Sent, Default: Value(types.Int64Value(2)), Over: KeepingRefused(odd)},
		"default":   {Change: Sent, Default: Value(types.Int64Value(3)), Over: KeepingRefused(odd)},
		"unknown":   {Change: Sent, Default: func(Facts) attr.Value { return nil }, Over: KeepingRefused(odd)},
		"null":      {Change: Sent, Default: Value(types.Int64Value(2)), Over: keeps},
		"text":      {Change: Sent, Over: keeps},
		"not owned": {Change: ReplacesObject, Default: Initially(Value(types.Int64Value(2))), Over: keeps},
		"owned":     {Change: ReplacesObject, Default: Initially(Value(types.Int64Value(2))), Over: keeps},
		"both have": {Change: Sent, Default: Value(types.Int64Value(2))},
	}}
	type embedded struct {
		Odd     types.Int64 `tfsdk:"odd"`
		Even    types.Int64 `tfsdk:"even"`
		Default types.Int64 `tfsdk:"default"`
	}
	state := struct {
		embedded
		Unknown  types.Int64  `tfsdk:"unknown"`
		Null     types.Int64  `tfsdk:"null"`
		Text     types.String `tfsdk:"text"`
		NotOwned types.Int64  `tfsdk:"not owned"`
		Owned    types.Int64  `tfsdk:"owned"`
		Both     types.Int64  `tfsdk:"both have"`
	}{
		embedded{types.Int64Value(3), types.Int64Value(4), types.Int64Value(3)}, types.Int64Value(5), types.Int64Null(),
		types.StringValue("a"), types.Int64Value(7), types.Int64Value(7), types.Int64Value(7),
	}
	// What an earlier refresh recorded does not count.
	record := Record{Owned: []string{"owned"}, LastRead: framework.LastRead{Kept: []string{"even", "owned"}}}
	want := []string{"odd", "owned", "text", "unknown"}
	if got := table.kept(record, attributesOf(state)); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
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
	for version, want := range map[int]bool{1: true, 2: false} {
		f := Facts{Name: "x", Version: version, Record: Record{LastRead: framework.LastRead{Kept: []string{"x"}}}}
		if f.Kept() != want || f.Of("y").Kept() {
			t.Errorf("over version %d: %t", version, f.Kept())
		}
	}
}
