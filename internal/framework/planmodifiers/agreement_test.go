package planmodifiers

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

func TestJudge(t *testing.T) {
	t.Parallel()
	null, none, a, b, ab := types.ListNull(types.StringType), framework.ListOf(), framework.ListOf("a"), framework.ListOf("b"), framework.ListOf("b", "a")
	open := types.ListValueMust(types.StringType, []attr.Value{types.StringUnknown()})
	for name, test := range map[string]struct {
		was, planned types.List
		shown        types.String
		imported     bool
		want         Verdict
	}{
		"adopted, and agrees":                         {null, ab, types.StringValue("a"), true, Agrees},
		"adopted, and contradicts":                    {null, b, types.StringValue("a"), true, AdoptedContradicting},
		"adopted, and nothing is shown":               {null, a, types.StringNull(), true, AdoptedUnchecked},
		"adopted, and not known yet":                  {null, types.ListUnknown(types.StringType), types.StringValue("a"), true, AdoptedUnchecked},
		"adopted, and an element is not known yet":    {null, open, types.StringValue("a"), true, AdoptedUnchecked},
		"imported, from one that agrees to another":   {a, ab, types.StringValue("a"), true, Agrees},
		"imported, from one that agrees to none":      {a, none, types.StringValue("a"), true, Agrees},
		"imported, from one that agrees to one not":   {a, b, types.StringValue("a"), true, Replaces},
		"imported, from one that does not to another": {b, framework.ListOf("c"), types.StringValue("a"), true, Replaces},
		"imported, and nothing is shown":              {a, ab, types.StringNull(), true, Replaces},
		"made here, and contradicted":                 {b, ab, types.StringValue("a"), false, Agrees},
		"made here, and agreeing":                     {a, ab, types.StringValue("a"), false, Replaces},
		"made here, and contradicting now":            {a, b, types.StringValue("a"), false, Replaces},
	} {
		if got := Judge(test.was, test.planned, test.shown, test.imported, true); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
	one, two := types.StringValue("one"), types.StringValue("two")
	for name, test := range map[string]struct {
		was, planned types.String
		want         Verdict
	}{
		"adopted":           {types.StringNull(), one, Agrees},
		"adopted, wrong":    {types.StringNull(), two, AdoptedContradicting},
		"corrected":         {two, one, Agrees},
		"another":           {one, two, Replaces},
		"unknown, and null": {types.StringNull(), types.StringUnknown(), AdoptedUnchecked},
	} {
		if got := Judge(test.was, test.planned, one, false, true); got != test.want {
			t.Errorf("a text, %s: %d, want %d", name, got, test.want)
		}
	}
	if got := Judge(types.StringNull(), types.StringValue("x"), types.StringNull(), true, false); got != AdoptedUnchecked {
		t.Errorf("no list: %d", got)
	}
}
