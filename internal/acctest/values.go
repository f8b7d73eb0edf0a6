package acctest

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/gocty"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// Values are attributes by name; those left out are null.
type Values map[string]any

// object returns a configuration with these values, and null for the rest.
func object(tb testing.TB, schema *tfprotov6.Schema, values Values) *tfprotov6.DynamicValue {
	tb.Helper()
	return encode(tb, schema, valueOf(tb, ctyType(tb, schema), values, nil))
}

// valueOf makes a value of a type from Go's: strings, numbers, booleans, slices and maps, tftypes.UnknownValue, values
// of the protocol, and Refs that lookup knows. Objects and blocks are Values.
func valueOf(tb testing.TB, kind cty.Type, value any, lookup func(Ref) cty.Value) cty.Value {
	tb.Helper()
	switch v := value.(type) {
	case Ref:
		if known := lookup(v); known.IsKnown() {
			return known
		}
		return cty.UnknownVal(kind)
	case tftypes.Value:
		encoded, err := tfprotov6.NewDynamicValue(v.Type(), v)
		if err != nil {
			tb.Fatal(err)
		}
		decoded, err := msgpack.Unmarshal(encoded.MsgPack, kind)
		if err != nil {
			tb.Fatal(err)
		}
		return decoded
	case Values:
		return membersOf(tb, kind, v, lookup)
	case map[string]any:
		return membersOf(tb, kind, v, lookup)
	}
	if value == tftypes.UnknownValue {
		return cty.UnknownVal(kind)
	}
	converted, err := gocty.ToCtyValue(value, kind)
	if err != nil {
		tb.Fatalf("%v is no %s: %v", value, kind.FriendlyName(), err)
	}
	return converted
}

// membersOf makes an object or a map.
func membersOf(tb testing.TB, kind cty.Type, values map[string]any, lookup func(Ref) cty.Value) cty.Value {
	tb.Helper()
	all := map[string]cty.Value{}
	if kind.IsMapType() {
		for name, value := range values {
			all[name] = valueOf(tb, kind.ElementType(), value, lookup)
		}
		if len(all) == 0 {
			return cty.MapValEmpty(kind.ElementType())
		}
		return cty.MapVal(all)
	}
	for name, attribute := range kind.AttributeTypes() {
		all[name] = valueOf(tb, attribute, values[name], lookup)
	}
	return cty.ObjectVal(all)
}
