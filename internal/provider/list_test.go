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
	eachMade(t, func(t *testing.T, k *answers) {
		p := k.w.Process()
		k.w.ClearJournal()
		listed, diags := p.Query(k.typeName, acctest.ListBlock{Config: onlyIt})
		if len(diags) != 0 || len(listed) != 1 || listed[0].Resource != nil {
			t.Fatalf("%+v %s", listed, acctest.Text(diags))
		}
		if want := fmt.Sprintf("it (%s)", k.id); listed[0].ID != k.id || listed[0].DisplayName != want {
			t.Errorf("%+v, want %s", listed[0], want)
		}
		k.w.ExpectRequests(append(tooOver2(k.w, k.typeName, "list"), k.operation("List")+"s")...)

		listed, diags = k.w.Process().Query(k.typeName, acctest.ListBlock{Config: onlyIt, IncludeResource: true})
		if len(diags) != 0 || len(listed) != 1 {
			t.Fatalf("%+v %s", listed, acctest.Text(diags))
		}
		imported, diags := k.w.Process(withoutEnv).Import(k.typeName, "", k.id)
		if errors := acctest.Text(diags); strings.Contains(errors, "ERROR") {
			t.Fatal(errors)
		}
		if !bytes.Equal(listed[0].Resource.MsgPack, imported.State.MsgPack) {
			t.Errorf("listed\n%v\nimported\n%v", p.Attributes(k.typeName, listed[0].Resource),
				p.Attributes(k.typeName, imported.State))
		}
	})
}

// With read_coalescing = false, a result with its resource costs the GET of the object, and no second one.
func TestList_separateReads(t *testing.T) {
	t.Parallel()
	eachMade(t, func(t *testing.T, k *answers) {
		p := k.w.Process(acctest.Values{"read_coalescing": false})
		k.w.ClearJournal()
		listed, diags := p.Query(k.typeName, acctest.ListBlock{Config: onlyIt, IncludeResource: true})
		if len(diags) != 0 || len(listed) != 1 {
			t.Fatalf("%+v %s", listed, acctest.Text(diags))
		}
		k.w.ExpectRequests(append(tooOver2(k.w, k.typeName, "list"), k.operation("List")+"s", k.operation("Get"))...)
	})
}

// The CLI stops reading at the limit, so the last result says how many there are.
func TestList_limit(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := start()
		for i := range 5 {
			w.Put(emulator.KindNetworkVolumes, fmt.Sprintf("v%d", i), map[string]any{
				"name": fmt.Sprintf("data-%d", i), "size": 10, "dataCenterId": "EU-RO-1"})
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

// Each documented list block is one that its list resource accepts.
func TestExamples_lists(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	for kind, object := range map[string]map[string]any{
		emulator.KindTemplates: {"name": "t", "imageName": "img:1", "isServerless": true},
		emulator.KindEndpoints: {"name": "e", "templateId": "t1x2y3z4a5b6c7"},
	} {
		w.Put(kind, "t1x2y3z4a5b6c7", object)
	}
	p := w.Process()
	for typeName := range p.Schemas.ListResourceSchemas {
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
