package validators

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func TestSomeElements(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		list  types.List
		fails bool
	}{
		{list: types.ListNull(types.StringType)},
		{list: types.ListUnknown(types.StringType)},
		{list: list(t, "a")},
		{list: list(t), fails: true},
	} {
		var resp validator.ListResponse
		SomeElements{}.ValidateList(t.Context(), validator.ListRequest{Path: path.Root("x"), ConfigValue: c.list}, &resp)
		if resp.Diagnostics.HasError() != c.fails {
			t.Errorf("%s: %v, want an error: %t", c.list, resp.Diagnostics, c.fails)
		}
	}
}

func list(t *testing.T, elements ...string) types.List {
	t.Helper()
	all, diags := types.ListValueFrom(t.Context(), types.StringType, append([]string{}, elements...))
	if diags.HasError() {
		t.Fatal(diags)
	}
	return all
}
