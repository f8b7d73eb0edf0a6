package policy

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

func TestRow_outcome(t *testing.T) {
	t.Parallel()
	null, one, two := types.StringNull(), types.StringValue("one"), types.StringValue("two")
	for name, test := range map[string]struct {
		was, planned attr.Value
		judged       *Judgement // nil: the row has no Judge
		want         outcome
		has          attr.Value
	}{
		"the same, and not met":         {was: one, planned: one, judged: &Judgement{Has: two}, want: unchanged},
		"first, and met":                {was: null, planned: one, judged: &Judgement{Met: true}, want: met},
		"first, and not met":            {was: null, planned: one, judged: &Judgement{Has: two}, want: contradicts, has: two},
		"first, and nothing is shown":   {was: null, planned: one, judged: &Judgement{}, want: adopted},
		"first, and never judged":       {was: null, planned: one, want: adopted},
		"another, and met":              {was: one, planned: two, judged: &Judgement{Met: true}, want: met},
		"another, and not met":          {was: one, planned: two, judged: &Judgement{Has: one}, want: changes, has: one},
		"another, and nothing is shown": {was: one, planned: two, judged: &Judgement{}, want: changes},
		"another, and never judged":     {was: one, planned: two, want: changes},
	} {
		row := Row{Adopts: NeverReturned}
		if test.judged != nil {
			row.Judge = func(Facts) Judgement { return *test.judged }
		}
		got, has := row.outcome(Facts{Was: test.was, Planned: test.planned})
		if got != test.want || has != test.has {
			t.Errorf("%s: %d and %v, want %d and %v", name, got, has, test.want, test.has)
		}
	}
	first := Facts{Was: null, Planned: one}
	if got, _ := (Row{Adopts: AfterImport}).outcome(first); got != changes {
		t.Errorf("without the mark of an import: %d", got)
	}
	first.Record.Imported = true
	if got, _ := (Row{Adopts: AfterImport}).outcome(first); got != adopted {
		t.Errorf("with the mark of an import: %d", got)
	}
}

func TestAdopts(t *testing.T) {
	t.Parallel()
	null, value, empty := types.StringNull(), types.StringValue("a"), types.StringValue("")
	here, imported, recorded := Record{}, Record{Imported: true}, Record{Imported: true, NotReturned: []string{"x"}}
	for name, test := range map[string]struct {
		adopts Adopts
		want   [7]Adoption
	}{
		"AfterImport":   {AfterImport, [7]Adoption{StaysNull, WithWarning, WithWarning, No, No, No, No}},
		"IfNull":        {IfNull, [7]Adoption{Silently, WithWarning, WithWarning, No, No, Silently, Silently}},
		"NeverReturned": {NeverReturned, [7]Adoption{WithWarning, WithWarning, WithWarning, No, No, No, No}},
		"IfRecorded":    {IfRecorded, [7]Adoption{No, No, WithWarning, No, No, No, No}},
		"UntilApplied":  {UntilApplied, [7]Adoption{Silently, WithWarning, WithWarning, No, WithWarning, No, WithWarning}},
	} {
		for i, f := range []Facts{
			{Was: null, Record: here}, {Was: null, Record: imported}, {Was: null, Record: recorded},
			{Was: value, Record: here}, {Was: value, Record: imported},
			{Was: empty, Record: here}, {Was: empty, Record: imported},
		} {
			f.Name = "x"
			if got := test.adopts(f); got != test.want[i] {
				t.Errorf("%s, case %d: %d, want %d", name, i, got, test.want[i])
			}
		}
	}
}

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
	owned := Record{Owned: []string{"x"}}
	for name, test := range map[string]struct {
		facts           Facts
		byDefault, want attr.Value
	}{
		"a create":                   {Facts{Was: null}, one, one},
		"a create, unknown":          {Facts{Was: null}, nil, nil},
		"never configured":           {Facts{Was: seven, exists: true}, one, seven},
		"configured before":          {Facts{Was: seven, exists: true, Record: owned}, one, one},
		"configured before, unknown": {Facts{Was: seven, exists: true, Record: owned}, types.Int64Unknown(), seven},
		"configured before, open":    {Facts{Was: seven, exists: true, Record: owned}, nil, seven},
		"null of an import":          {Facts{Was: null, exists: true, Record: owned}, one, null},
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
