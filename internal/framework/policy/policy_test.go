package policy

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
)

func TestBy(t *testing.T) {
	t.Parallel()
	byDefault := By("kind", func(kind types.String) types.Int64 {
		if kind.ValueString() == "CPU" {
			return types.Int64Null()
		}
		return types.Int64Value(1)
	})
	for name, test := range map[string]struct{ kind, want attr.Value }{
		"configured":     {types.StringValue("CPU"), types.Int64Null()},
		"not configured": {types.StringNull(), types.Int64Value(1)},
		"not known yet":  {types.StringUnknown(), nil},
	} {
		if got := byDefault(Facts{config: attributes{"kind": test.kind}}); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func TestInitially(t *testing.T) {
	t.Parallel()
	seven, one, null := types.Int64Value(7), types.Int64Value(1), types.Int64Null()
	for name, test := range map[string]struct {
		facts           Facts
		byDefault, want attr.Value
	}{
		"a create":          {Facts{Was: null}, one, one},
		"a create, unknown": {Facts{Was: null}, nil, nil},
		"created here":      {Facts{Was: seven, exists: true}, one, one},
		"imported":          {Facts{Was: seven, exists: true, Record: Record{Imported: true}}, one, seven},
		"without a record": {Facts{Was: seven, exists: true, Record: Record{Env: env.SecretKeys{Lost: true}}},
			one, seven},
		"an unknown default":   {Facts{Was: seven, exists: true}, types.Int64Unknown(), seven},
		"a default left open":  {Facts{Was: seven, exists: true}, nil, seven},
		"not shown by answers": {Facts{Was: null, exists: true}, one, null},
	} {
		test.facts.Name = "x"
		if got := Initially(func(Facts) attr.Value { return test.byDefault })(test.facts); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

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
	row := Row{Change: Sent, Adopts: AfterImport}
	table := Table{Rows: map[string]Row{"name": {Change: Sent}, "size": row, "ports": row, "readme": row, "other": row}}
	planned := model{api{types.StringValue("a"), types.Int64Value(1), framework.ListOf("x")}, types.StringValue("r")}
	state := model{api{types.StringNull(), types.Int64Null(), framework.ListOf()}, types.StringNull()}
	got := WithoutAdopted(table, Record{Imported: true}, planned, state)
	if !got.Name.Equal(planned.Name) || !got.Size.IsNull() || !got.Ports.Equal(planned.Ports) || !got.Readme.IsNull() {
		t.Errorf("%+v", got)
	}
	if planned.Size.IsNull() {
		t.Error("the plan itself has changed")
	}
	if got := WithoutAdopted(table, Record{}, planned, state); got.Size.IsNull() || got.Readme.IsNull() {
		t.Errorf("without the mark of an import: %+v", got)
	}
}
