package provider_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

func TestMain(m *testing.M) { acctest.Main(m) }

// contractName is what the contract calls each type.
var contractName = map[string]string{
	"podfleet_container_registry_auth": "ContainerRegistryAuth",
	"podfleet_network_volume":          "NetworkVolume",
	"podfleet_template":                "Template",
}

// ownAttributes are the attributes that the contract does not have, each with its reason.
var ownAttributes = map[string]string{
	"name_prefix":         "makes a unique name",
	"env_wo":              "the secret half of env",
	"env_wo_version":      "tells that env_wo has changed",
	"password_wo":         "password, not kept in the state",
	"password_wo_version": "tells that password_wo has changed",
	"deletion_protection": "the service has none",
}

// members are the members of one of the contract's objects, spelled as attributes.
func members(t *testing.T, schema string) []string {
	t.Helper()
	document, err := contracttest.Document()
	if err != nil {
		t.Fatal(err)
	}
	found := document.Components.Schemas[schema]
	if found == nil {
		return nil // Not every kind has an update.
	}
	var names []string
	for member := range found.Value.Properties {
		names = append(names, attributeName(member))
	}
	return names
}

var (
	lowerUpper = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	upperWord  = regexp.MustCompile(`([A-Z]+)([A-Z][a-z])`)
)

func attributeName(member string) string {
	return strings.ToLower(upperWord.ReplaceAllString(lowerUpper.ReplaceAllString(member, "${1}_${2}"), "${1}_${2}"))
}

func attributesOf(p *acctest.Process, typeName string) map[string]*tfprotov6.SchemaAttribute {
	all := map[string]*tfprotov6.SchemaAttribute{}
	for _, attribute := range p.Schema(typeName).Block.Attributes {
		all[attribute.Name] = attribute
	}
	return all
}

func TestContract_everyFieldIsAnAttribute(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	if got, want := slices.Sorted(slices.Values(p.Types())), slices.Sorted(maps.Keys(contractName)); !slices.Equal(got, want) {
		t.Fatalf("types %v, want %v", got, want)
	}
	for typeName, object := range contractName {
		attributes := attributesOf(p, typeName)
		documented := append(members(t, object), members(t, object+"CreateInput")...)
		if len(documented) < 2 {
			t.Errorf("the contract has no %s", object)
		}
		for _, member := range documented {
			if attributes[member] == nil {
				t.Errorf("%s: %s of the contract is no attribute", typeName, member)
			}
		}
		for name := range attributes {
			if ownAttributes[name] == "" && !slices.Contains(documented, name) {
				t.Errorf("%s: %s is in neither the contract nor the list of exceptions", typeName, name)
			}
		}
	}
}

// What is never returned is exactly what can be created and not be read, and
// what is the provider's own.
func TestContract_neverReturned(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for typeName, object := range contractName {
		var want []string
		for name := range attributesOf(p, typeName) {
			if !slices.Contains(members(t, object), name) && name != "deletion_protection" { // An import sets it to its default.
				want = append(want, name)
			}
		}
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(acctest.NeverReturned[typeName])); !slices.Equal(got, want) {
			t.Errorf("%s: acctest.NeverReturned has %v, contract and schema say %v", typeName, got, want)
		}
	}
}

// An attribute replaces exactly if the service takes it at creation and not in
// an update.
func TestContract_replacesWhereTheServiceCannotUpdate(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for typeName, object := range contractName {
		create, update := members(t, object+"CreateInput"), members(t, object+"UpdateInput")
		before, after := acctest.Values{"id": "x"}, acctest.Values{}
		for name, attribute := range attributesOf(p, typeName) {
			if slices.Contains(create, name) {
				before[name], after[name] = sample(t, attribute.Type)
			}
		}
		for name := range after {
			changed := maps.Clone(before)
			delete(changed, "id")
			changed[name] = after[name]
			plan := p.Plan(typeName, p.Instance(typeName, before), changed)
			replaced := slices.ContainsFunc(plan.RequiresReplace, func(at *tftypes.AttributePath) bool {
				return at.String() == tftypes.NewAttributePath().WithAttributeName(name).String()
			})
			if want := !slices.Contains(update, name); replaced != want {
				t.Errorf("%s.%s: replaces is %v, the contract says %v", typeName, name, replaced, want)
			}
		}
	}
}

// sample is a value of a type, and another that a service would take for a change.
func sample(t *testing.T, kind tftypes.Type) (before, after any) {
	t.Helper()
	switch {
	case kind.Is(tftypes.String):
		return "a", "b"
	case kind.Is(tftypes.Number):
		return 1, 2
	case kind.Is(tftypes.Bool):
		return false, true
	case kind.Is(tftypes.List{}):
		return []string{"a"}, []string{"b"}
	case kind.Is(tftypes.Map{}):
		return map[string]string{"a": "1"}, map[string]string{"b": "1"}
	default:
		t.Fatalf("no sample of a %s", kind)
		return nil, nil
	}
}

func TestSchema_everythingIsDescribed(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for _, typeName := range p.Types() {
		block := p.Schema(typeName).Block
		if block.Description == "" {
			t.Errorf("%s has no description", typeName)
		}
		for _, attribute := range block.Attributes {
			if attribute.Description == "" || !strings.HasSuffix(attribute.Description, ".") {
				t.Errorf("%s.%s: description %q", typeName, attribute.Name, attribute.Description)
			}
		}
		for _, nested := range block.BlockTypes {
			if nested.TypeName == "timeouts" && len(nested.Block.Attributes) < 3 {
				t.Errorf("%s has timeouts for %d operations", typeName, len(nested.Block.Attributes))
			}
		}
		if len(block.BlockTypes) != 1 {
			t.Errorf("%s has %d blocks, want timeouts", typeName, len(block.BlockTypes))
		}
	}
}
