package provider_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// fractions are the numbers that need not be whole.
var fractions = map[string]bool{"requests_per_second": true, "scaler_value": true}

// A number that an attribute cannot hold is an error of the configuration: the framework's own types call it one of
// the provider, which is to be reported.
func TestValidation_everyNumber(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	checked := 0
	check := func(what string, schema *tfprotov6.Schema, validate func(acctest.Values) []*tfprotov6.Diagnostic) {
		for path, config := range numbersOf(t, what, schema.Block.Attributes) {
			checked++
			name := path[strings.LastIndex(path, ".")+1:]
			bad := map[string]string{"1.5": " must be a whole number; got 1.5.",
				"1e+30": " must be a whole number that 64 bits can hold; got 1e+30."}
			if fractions[name] {
				bad = map[string]string{"1e+400": " must be a number that 64 bits can hold; got 1e+400."}
			}
			for value, says := range bad {
				number, _, err := big.ParseFloat(value, 10, 512, big.ToNearestEven)
				if err != nil {
					t.Fatal(err)
				}
				got := acctest.Text(validate(config(tftypes.NewValue(tftypes.Number, number))))
				if !strings.Contains(got, "ERROR: Invalid value: "+path+says) || strings.Contains(got, "eport") ||
					strings.Count(got, path+" must be") != 1 {
					t.Errorf("%s.%s = %s: %s", what, path, value, got)
				}
			}
		}
	}
	check("provider", p.ProviderSchema(), p.ValidateProvider)
	for name := range p.DataSources() {
		check("data."+name, p.DataSources()[name], func(config acctest.Values) []*tfprotov6.Diagnostic {
			_, diags := p.Lookup(name, config)
			return diags
		})
	}
	for name := range p.Actions() {
		check("action."+name, p.Actions()[name], func(config acctest.Values) []*tfprotov6.Diagnostic {
			_, diags := p.Invoke(name, config)
			return diags
		})
	}
	for name := range p.EphemeralResources() {
		check("ephemeral."+name, p.EphemeralResources()[name], func(config acctest.Values) []*tfprotov6.Diagnostic {
			_, diags := p.Open(name, config)
			return diags
		})
	}
	for name := range p.ListResources() {
		check("list."+name, p.ListResources()[name], func(config acctest.Values) []*tfprotov6.Diagnostic {
			_, diags := p.Query(name, acctest.ListBlock{Config: config})
			return diags
		})
	}
	for _, name := range p.Types() {
		check(name, p.Schema(name), func(config acctest.Values) []*tfprotov6.Diagnostic { return p.Validate(name, config) })
	}
	for name, function := range p.Functions() {
		for _, parameter := range function.Parameters {
			if !parameter.Type.Is(tftypes.String) {
				t.Errorf("%s: the parameter %s is not checked", name, parameter.Name)
			}
		}
	}
	if checked < 35 {
		t.Errorf("%d numbers", checked)
	}
}

// numbersOf returns the configurable numbers among attributes, each by its path with a configuration of it alone.
func numbersOf(
	t *testing.T, what string, attributes []*tfprotov6.SchemaAttribute,
) map[string]func(tftypes.Value) acctest.Values {
	t.Helper()
	all := map[string]func(tftypes.Value) acctest.Values{}
	for _, attribute := range attributes {
		name := attribute.Name
		switch {
		case !attribute.Optional && !attribute.Required:
		case attribute.NestedType != nil && attribute.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle:
			for path, config := range numbersOf(t, what, attribute.NestedType.Attributes) {
				all[name+"."+path] = func(v tftypes.Value) acctest.Values { return acctest.Values{name: config(v)} }
			}
		case attribute.NestedType == nil && attribute.Type.Is(tftypes.Number):
			all[name] = func(v tftypes.Value) acctest.Values { return acctest.Values{name: v} }
		case strings.Contains(typeOf(attribute).String(), "Number"):
			t.Errorf("%s: the numbers in %s are not checked", what, name)
		}
	}
	return all
}
