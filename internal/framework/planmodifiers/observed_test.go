package planmodifiers

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

func TestClassifyChange(t *testing.T) {
	t.Parallel()
	null, none, a, b, ab := types.ListNull(types.StringType), framework.ListOf(), framework.ListOf("a"),
		framework.ListOf("b"), framework.ListOf("b", "a")
	open := types.ListValueMust(types.StringType, []attr.Value{types.StringUnknown()})
	for name, test := range map[string]struct {
		was, planned types.List
		shown        types.String
		imported     bool
		want         Change
	}{
		"adopted, and agrees":           {null, ab, types.StringValue("a"), true, Matches},
		"adopted, and contradicts":      {null, b, types.StringValue("a"), true, AdoptedMismatch},
		"adopted, and nothing is shown": {null, a, types.StringNull(), true, AdoptedUnverified},
		"adopted, and not known yet": {null, types.ListUnknown(types.StringType),
			types.StringValue("a"), true, AdoptedUnverified},
		"adopted, and an element is not known yet":  {null, open, types.StringValue("a"), true, AdoptedUnverified},
		"imported, from one that agrees to another": {a, ab, types.StringValue("a"), true, Matches},
		"imported, from one that agrees to none":    {a, none, types.StringValue("a"), true, Matches},
		"imported, from one that agrees to one not": {a, b, types.StringValue("a"), true, Replaces},
		"imported, from one that does not to another": {b, framework.ListOf("c"), types.StringValue("a"), true,
			Replaces},
		"imported, and nothing is shown":   {a, ab, types.StringNull(), true, Replaces},
		"made here, and contradicted":      {b, ab, types.StringValue("a"), false, Matches},
		"made here, and agreeing":          {a, ab, types.StringValue("a"), false, Replaces},
		"made here, and contradicting now": {a, b, types.StringValue("a"), false, Replaces},
	} {
		if got := ClassifyChange(test.was, test.planned, test.shown, test.imported, true); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
	one, two := types.StringValue("one"), types.StringValue("two")
	for name, test := range map[string]struct {
		was, planned types.String
		want         Change
	}{
		"adopted":           {types.StringNull(), one, Matches},
		"adopted, wrong":    {types.StringNull(), two, AdoptedMismatch},
		"corrected":         {two, one, Matches},
		"another":           {one, two, Replaces},
		"unknown, and null": {types.StringNull(), types.StringUnknown(), AdoptedUnverified},
	} {
		if got := ClassifyChange(test.was, test.planned, one, false, true); got != test.want {
			t.Errorf("a text, %s: %d, want %d", name, got, test.want)
		}
	}
	got := ClassifyChange(types.StringNull(), types.StringValue("x"), types.StringNull(), true, false)
	if got != AdoptedUnverified {
		t.Errorf("no list: %d", got)
	}
}
