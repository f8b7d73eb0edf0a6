package provider_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// onlyIt selects the object of made.
var onlyIt = acctest.Values{"name_regex": "^it$"}

// withoutEnv are the arguments of a provider whose imports leave out environment variables.
var withoutEnv = acctest.Values{"import_env": false}

// A result has the attributes that an import stores, for each kind, and the list costs one request.
func TestList_isTheImport(t *testing.T) {
	t.Parallel()
	for typeName := range answeredKinds {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				k := made(t, start, typeName)
				p := k.w.Process()
				k.w.ClearJournal()
				listed, diags := p.Query(typeName, acctest.ListBlock{Config: onlyIt})
				if len(diags) != 0 || len(listed) != 1 || listed[0].Resource != nil {
					t.Fatalf("%+v %s", listed, acctest.Text(diags))
				}
				if want := fmt.Sprintf("it (%s)", k.id); listed[0].ID != k.id || listed[0].DisplayName != want {
					t.Errorf("%+v, want %s", listed[0], want)
				}
				k.w.ExpectRequests(append(tooOver2(k.w, typeName, "list"), k.operation("List")+"s")...)

				listed, diags = k.w.Process().Query(typeName, acctest.ListBlock{Config: onlyIt, IncludeResource: true})
				if len(diags) != 0 || len(listed) != 1 {
					t.Fatalf("%+v %s", listed, acctest.Text(diags))
				}
				imported, diags := k.w.Process(withoutEnv).Import(typeName, "", k.id)
				if errors := acctest.Text(diags); strings.Contains(errors, "ERROR") {
					t.Fatal(errors)
				}
				if !bytes.Equal(listed[0].Resource.MsgPack, imported.State.MsgPack) {
					t.Errorf("listed\n%v\nimported\n%v", p.Attributes(typeName, listed[0].Resource),
						p.Attributes(typeName, imported.State))
				}
			})
		})
	}
}

// The CLI stops reading at the limit, so the last result says how many there are.
func TestList_limit(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := start()
		for i := range 5 {
			err := w.PutObject(emulator.KindNetworkVolumes, fmt.Sprintf("v%d", i), map[string]any{
				"name": fmt.Sprintf("data-%d", i), "size": 10, "dataCenterId": "EU-RO-1"})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, test := range []struct {
			limit int64
			regex string
			shown int
			warns string
		}{
			{limit: 0, shown: 5},
			{limit: 5, shown: 5},
			{limit: 6, shown: 5},
			{limit: 4, shown: 4, warns: "shows 4 of the 5 network volumes"},
			{limit: 1, regex: "[024]$", shown: 1, warns: "shows 1 of the 3 network volumes"},
			{limit: 3, regex: "[024]$", shown: 3},
			{limit: 3, regex: "none", shown: 0},
		} {
			block := acctest.ListBlock{Limit: test.limit}
			if test.regex != "" {
				block.Config = acctest.Values{"name_regex": test.regex}
			}
			listed, diags := w.Process().Query("podfleet_network_volume", block)
			text := acctest.Text(diags)
			if len(listed) != test.shown || (test.warns == "") != (len(diags) == 0) || !strings.Contains(text, test.warns) {
				t.Errorf("%+v: %d results and %q", test, len(listed), text)
			}
			if len(diags) > 0 && diags[0].Severity != tfprotov6.DiagnosticSeverityWarning {
				t.Errorf("%+v: %s", test, text)
			}
		}
	})
}

// The configuration that core generates of a result plans no change of the imported object. For credentials, whose
// password no answer has, its error says what to add; for an endpoint over version 2, what to remove.
func TestList_generates(t *testing.T) {
	t.Parallel()
	for typeName := range answeredKinds {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				k := made(t, start, typeName)
				p := k.w.Process(withoutEnv)
				listed, diags := p.Query(typeName, acctest.ListBlock{Config: onlyIt, IncludeResource: true})
				if len(diags) != 0 || len(listed) != 1 {
					t.Fatalf("%+v %s", listed, acctest.Text(diags))
				}
				imported, diags := p.Import(typeName, "", k.id)
				if errors := acctest.Text(diags); strings.Contains(errors, "ERROR") {
					t.Fatal(errors)
				}
				plan := p.PlanGenerated(typeName, imported, p.Generate(typeName, listed[0].Resource))
				if typeName == "podfleet_container_registry_auth" {
					if text := acctest.Text(plan.Diagnostics); !strings.Contains(text, "Missing password") ||
						!strings.Contains(text, "set username, password_wo and password_wo_version") {
						t.Errorf("the error does not say how to complete the configuration: %s", text)
					}
					return
				}
				if typeName == "podfleet_endpoint" && k.w.Version() == 2 {
					// No answer shows which form of GPU types was configured, so an import has both.
					if text := acctest.Text(plan.Diagnostics); !strings.Contains(text, "Both gpu_pools and gpu_type_ids are set") ||
						!strings.Contains(text, "remove one of the two") {
						t.Errorf("the error does not say what to remove: %s", text)
					}
					return
				}
				if len(plan.Diagnostics) > 0 {
					t.Error(acctest.Text(plan.Diagnostics))
				}
				if plan.PlannedState != nil && !bytes.Equal(plan.PlannedState.MsgPack, imported.State.MsgPack) {
					t.Errorf("planned\n%v\nimported\n%v", p.Attributes(typeName, plan.PlannedState),
						p.Attributes(typeName, imported.State))
				}
			})
		})
	}
}

// The generated configuration of an object with variables has env = null. It plans no change whether the import puts
// them into the state or leaves them out.
func TestList_generatesWithVariables(t *testing.T) {
	t.Parallel()
	for name, provider := range map[string]acctest.Values{"in the state": nil, "left out": withoutEnv} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachImported(t, provider, func(t *testing.T, it importedEnv) {
				t.Helper()
				p := it.Process
				listed, diags := p.Query(it.typeName, acctest.ListBlock{IncludeResource: true})
				if len(diags) != 0 || len(listed) != 1 {
					t.Fatalf("%+v %s", listed, acctest.Text(diags))
				}
				config := p.Generate(it.typeName, listed[0].Resource)
				if it.w.Version() > 1 {
					config = nulled(t, p, it.typeName, config, choices...)
				}
				plan := p.PlanGenerated(it.typeName, it.Instance, config)
				if len(plan.Diagnostics) > 0 {
					t.Fatal(acctest.Text(plan.Diagnostics))
				}
				planned, was := p.Attributes(it.typeName, plan.PlannedState), p.Attributes(it.typeName, it.Instance.State)
				for name, value := range was {
					if !value.Equal(planned[name]) {
						t.Errorf("%s is planned as %s, imported as %s", name, planned[name], value)
					}
				}
			})
		})
	}
}

// choices are attributes that a generated configuration over version 2 has beside others that exclude them.
var choices = []string{"vcpu_count", "gpu_pools", "excluded_gpu_type_ids"}

// nulled returns a configuration in which attributes are null, if it has them.
func nulled(
	t *testing.T, p *acctest.Process, typeName string, config *tfprotov6.DynamicValue, names ...string,
) *tfprotov6.DynamicValue {
	t.Helper()
	all := p.Attributes(typeName, config)
	for _, name := range names {
		if value, has := all[name]; has {
			all[name] = tftypes.NewValue(value.Type(), nil)
		}
	}
	kind := p.Schema(typeName).ValueType()
	changed, err := tfprotov6.NewDynamicValue(kind, tftypes.NewValue(kind, all))
	if err != nil {
		t.Fatal(err)
	}
	return &changed
}

// Each documented list block is one that its list resource accepts.
func TestExamples_lists(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	for kind, object := range map[string]map[string]any{
		emulator.KindTemplates: {"name": "t", "imageName": "img:1", "isServerless": true},
		emulator.KindEndpoints: {"name": "e", "templateId": "t1x2y3z4a5b6c7"},
	} {
		if err := w.PutObject(kind, "t1x2y3z4a5b6c7", object); err != nil {
			t.Fatal(err)
		}
	}
	p := w.Process()
	for typeName := range p.ListResources() {
		file := filepath.Join(examples, "list-resources", typeName, "list-resource.tfquery.hcl")
		parsed, problems := hclparse.NewParser().ParseHCL([]byte(read(t, file)), file)
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		var blocks hclsyntax.Blocks
		if body, ok := parsed.Body.(*hclsyntax.Body); ok {
			blocks = body.Blocks
		}
		if len(blocks) != 1 || blocks[0].Type != "list" || len(blocks[0].Labels) != 2 || blocks[0].Labels[0] != typeName {
			t.Errorf("%s has no list block of %s", file, typeName)
			continue
		}
		config := acctest.Values{}
		for _, block := range blocks[0].Body.Blocks {
			for name, attribute := range block.Body.Attributes {
				value, problems := attribute.Expr.Value(nil)
				if problems.HasErrors() {
					t.Fatal(problems)
				}
				if !value.Type().IsTupleType() {
					config[name] = value.AsString()
					continue
				}
				var elements []string
				for _, element := range value.AsValueSlice() {
					elements = append(elements, element.AsString())
				}
				config[name] = elements
			}
		}
		if _, diags := p.Query(typeName, acctest.ListBlock{Config: config}); len(diags) > 0 {
			t.Errorf("%s: %s", file, acctest.Text(diags))
		}
	}
}
