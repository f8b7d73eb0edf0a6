package acctest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// The steps that core does itself between two calls of a provider, and its requirements for a provider's responses. A
// CLI stops with "Provider produced invalid plan", "… inconsistent result after apply" and the like; here the test
// fails.

// proposedState returns the state that core proposes: the configuration and, for attributes without configuration that
// the provider may compute, the prior value. Write-only attributes are in the configuration alone.
func proposedState(schema *tfprotov6.Schema, prior, config cty.Value) cty.Value {
	if config.IsNull() {
		return config
	}
	proposed := proposedAttributes(schema.Block.Attributes, prior, config)
	for _, block := range schema.Block.BlockTypes {
		proposed[block.TypeName] = config.GetAttr(block.TypeName) // None has a computed attribute.
	}
	return cty.ObjectVal(proposed)
}

func proposedAttributes(attributes []*tfprotov6.SchemaAttribute, prior, config cty.Value) map[string]cty.Value {
	proposed := map[string]cty.Value{}
	for _, attribute := range attributes {
		configured, before := config.GetAttr(attribute.Name), member(prior, attribute.Name)
		switch {
		case attribute.WriteOnly:
			proposed[attribute.Name] = cty.NullVal(configured.Type())
		case configured.IsNull() && attribute.Computed && before != cty.NilVal:
			proposed[attribute.Name] = before
		case nestsOneObject(attribute) && configured.IsKnown() && !configured.IsNull():
			proposed[attribute.Name] = cty.ObjectVal(proposedAttributes(attribute.NestedType.Attributes, before,
				configured))
		default:
			proposed[attribute.Name] = configured
		}
	}
	return proposed
}

// planErrors returns core's errors about a plan. A provider may plan another value than the configured one in two
// cases: if it may compute an attribute without configuration, or if it keeps the prior value.
func planErrors(schema *tfprotov6.Schema, prior, config, planned cty.Value) []error {
	if config.IsNull() != planned.IsNull() {
		return []error{fmt.Errorf("planned %s, configured %s", show(planned), show(config))}
	}
	if config.IsNull() {
		return nil
	}
	problems := plannedAttributeErrors(schema.Block.Attributes, prior, config, planned, "")
	for _, block := range schema.Block.BlockTypes {
		if got, want := planned.GetAttr(block.TypeName), config.GetAttr(block.TypeName); !got.RawEquals(want) {
			problems = append(problems, fmt.Errorf("%s: planned %s, configured %s", block.TypeName, show(got),
				show(want)))
		}
	}
	return problems
}

func plannedAttributeErrors(
	attributes []*tfprotov6.SchemaAttribute, prior, config, planned cty.Value, under string,
) []error {
	var problems []error
	for _, attribute := range attributes {
		path := under + attribute.Name
		configured, got := config.GetAttr(attribute.Name), planned.GetAttr(attribute.Name)
		before := member(prior, attribute.Name)
		keeps := before != cty.NilVal && !before.IsNull() && got.RawEquals(before)
		switch {
		case attribute.WriteOnly:
			if !got.IsNull() {
				problems = append(problems, fmt.Errorf("%s: planned %s for a write-only attribute", path, show(got)))
			}
		case got.RawEquals(configured), keeps && !configured.IsNull(),
			attribute.Computed && !attribute.Optional, attribute.Computed && configured.IsNull():
		case configured.IsNull():
			problems = append(problems, fmt.Errorf("%s: planned %s for an attribute that is not computed", path,
				show(got)))
		case nestsOneObject(attribute) && configured.IsKnown() && got.IsKnown() && !got.IsNull():
			nested := attribute.NestedType.Attributes
			problems = append(problems, plannedAttributeErrors(nested, before, configured, got, path+".")...)
		default:
			problems = append(problems, fmt.Errorf("%s: planned %s, configured %s", path, show(got), show(configured)))
		}
	}
	return problems
}

// completionErrors returns core's errors about a value that completes a planned one: all known values must be the same.
func completionErrors(planned, actual cty.Value, path string) []error {
	if !planned.IsKnown() {
		return nil
	}
	if !actual.IsKnown() || planned.IsNull() != actual.IsNull() {
		return []error{fmt.Errorf("%s: planned %s, got %s", path, show(planned), show(actual))}
	}
	if planned.IsNull() {
		return nil
	}
	switch kind := planned.Type(); {
	case kind.IsObjectType(), kind.IsMapType():
		return memberErrors(planned.AsValueMap(), actual.AsValueMap(), path)
	case kind.IsListType() || kind.IsSetType() && planned.IsWhollyKnown():
		want, got := planned.AsValueSlice(), actual.AsValueSlice()
		if len(want) != len(got) {
			return []error{fmt.Errorf("%s: planned %s, got %s", path, show(planned), show(actual))}
		}
		var problems []error
		for i := range want {
			problems = append(problems, completionErrors(want[i], got[i], fmt.Sprintf("%s[%d]", path, i))...)
		}
		return problems
	case kind.IsSetType(): // Elements that were unknown can turn out to be equal.
		if actual.LengthInt() > planned.LengthInt() {
			return []error{fmt.Errorf("%s: planned %s, got %s", path, show(planned), show(actual))}
		}
		return nil
	default:
		if !planned.RawEquals(actual) {
			return []error{fmt.Errorf("%s: planned %s, got %s", path, show(planned), show(actual))}
		}
		return nil
	}
}

func memberErrors(planned, actual map[string]cty.Value, path string) []error {
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(planned)) {
		got, found := actual[name]
		if !found {
			problems = append(problems, fmt.Errorf("%s.%s: planned, and is missing", path, name))
			continue
		}
		problems = append(problems, completionErrors(planned[name], got, path+"."+name)...)
	}
	for _, name := range slices.Sorted(maps.Keys(actual)) {
		if _, found := planned[name]; !found {
			problems = append(problems, fmt.Errorf("%s.%s: not planned, and is there", path, name))
		}
	}
	return problems
}

// stateErrors returns core's errors about a state: it has no unknown and no write-only value.
func stateErrors(schema *tfprotov6.Schema, state cty.Value) []error {
	var problems []error
	if !state.IsWhollyKnown() {
		problems = append(problems, fmt.Errorf("unknown values are left in %s", show(state)))
	}
	for _, attribute := range schema.Block.Attributes {
		if value := member(state, attribute.Name); attribute.WriteOnly && value != cty.NilVal && !value.IsNull() {
			problems = append(problems, fmt.Errorf("%s: %s for a write-only attribute", attribute.Name, show(value)))
		}
	}
	return problems
}

// identityErrors returns core's errors about the identity of an object that exists, which never changes.
func identityErrors(before, after *tfprotov6.ResourceIdentityData) []error {
	if after == nil || after.IdentityData == nil {
		return []error{fmt.Errorf("the object has no identity")}
	}
	switch null, err := after.IdentityData.IsNull(); {
	case err != nil:
		return []error{fmt.Errorf("the object's identity cannot be read: %w", err)}
	case null:
		return []error{errors.New("the object has a null identity")}
	}
	if before == nil || before.IdentityData == nil {
		return nil
	}
	if string(before.IdentityData.MsgPack) != string(after.IdentityData.MsgPack) {
		was, is := before.IdentityData.MsgPack, after.IdentityData.MsgPack
		return []error{fmt.Errorf("the identity changed from %x to %x", was, is)}
	}
	return nil
}

func nestsOneObject(attribute *tfprotov6.SchemaAttribute) bool {
	return attribute.NestedType != nil && attribute.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle
}

// member returns an attribute of an object; cty.NilVal for a null object.
func member(object cty.Value, name string) cty.Value {
	if object == cty.NilVal || object.IsNull() || !object.IsKnown() {
		return cty.NilVal
	}
	return object.GetAttr(name)
}

// show spells a value for a test's log.
func show(value cty.Value) string {
	if !value.IsKnown() {
		return "(unknown)"
	}
	if !value.IsWhollyKnown() {
		return value.GoString()
	}
	text, err := ctyjson.Marshal(value, value.Type())
	if err != nil {
		return value.GoString()
	}
	return string(text)
}

// ctyTypes are the types of schemas, which all processes share.
var ctyTypes sync.Map

func ctyType(tb testing.TB, schema *tfprotov6.Schema) cty.Type {
	tb.Helper()
	if known, found := ctyTypes.Load(schema); found {
		if kind, ok := known.(cty.Type); ok {
			return kind
		}
	}
	kind := convertedType(tb, schema.ValueType())
	ctyTypes.Store(schema, kind)
	return kind
}

func convertedType(tb testing.TB, from tftypes.Type) cty.Type {
	tb.Helper()
	text, err := from.MarshalJSON() //nolint:staticcheck // The protocol's own spelling of types, which core reads, too.
	if err != nil {
		tb.Fatal(err)
	}
	kind, err := ctyjson.UnmarshalType(text)
	if err != nil {
		tb.Fatal(err)
	}
	return kind
}

// decode reads a value that a provider sent; nil is null.
func decode(tb testing.TB, schema *tfprotov6.Schema, value *tfprotov6.DynamicValue) cty.Value {
	tb.Helper()
	kind := ctyType(tb, schema)
	if value == nil {
		return cty.NullVal(kind)
	}
	read, encoded := msgpack.Unmarshal, value.MsgPack
	if len(encoded) == 0 {
		read, encoded = ctyjson.Unmarshal, value.JSON
	}
	decoded, err := read(encoded, kind)
	if err != nil {
		tb.Fatal(err)
	}
	// Refinements of an unknown value, such as that it will not be null, do not matter here.
	decoded, err = cty.Transform(decoded, func(_ cty.Path, v cty.Value) (cty.Value, error) {
		if !v.IsKnown() {
			return cty.UnknownVal(v.Type()), nil
		}
		return v, nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return decoded
}

func encode(tb testing.TB, schema *tfprotov6.Schema, value cty.Value) *tfprotov6.DynamicValue {
	tb.Helper()
	encoded, err := msgpack.Marshal(value, ctyType(tb, schema))
	if err != nil {
		tb.Fatal(err)
	}
	return &tfprotov6.DynamicValue{MsgPack: encoded}
}
