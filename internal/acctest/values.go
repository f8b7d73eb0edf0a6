package acctest

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/gocty"
	"github.com/zclconf/go-cty/cty/msgpack"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
)

// Values are attributes by name; those left out are null.
type Values map[string]any

// object returns a configuration with these values, and null for the rest.
func (p *Process) object(schema *tfprotov6.Schema, values Values) *tfprotov6.DynamicValue {
	return p.encode(schema, p.valueOf(p.kind(schema), values, nil))
}

// kind returns the type of a schema's values.
func (p *Process) kind(schema *tfprotov6.Schema) cty.Type {
	kind, err := core.Type(schema)
	p.t.Check(err)
	return kind
}

// valueOf makes a value of a type from Go's: strings, numbers, booleans, slices and maps, tftypes.UnknownValue, values
// of the protocol, and Refs that lookup knows. Objects and blocks are Values.
func (p *Process) valueOf(kind cty.Type, value any, lookup func(Ref) cty.Value) cty.Value {
	switch v := value.(type) {
	case Ref:
		if known := lookup(v); known.IsKnown() {
			return known
		}
		return cty.UnknownVal(kind)
	case tftypes.Value:
		encoded, err := tfprotov6.NewDynamicValue(v.Type(), v)
		p.t.Check(err)
		decoded, err := msgpack.Unmarshal(encoded.MsgPack, kind)
		p.t.Check(err)
		return decoded
	case Values:
		return p.membersOf(kind, v, lookup)
	case map[string]any:
		return p.membersOf(kind, v, lookup)
	}
	if value == tftypes.UnknownValue {
		return cty.UnknownVal(kind)
	}
	converted, err := gocty.ToCtyValue(value, kind)
	if err != nil {
		p.t.Fatalf("%v is no %s: %v", value, kind.FriendlyName(), err)
	}
	return converted
}

// membersOf makes an object or a map.
func (p *Process) membersOf(kind cty.Type, values map[string]any, lookup func(Ref) cty.Value) cty.Value {
	all := map[string]cty.Value{}
	if kind.IsMapType() {
		for name, value := range values {
			all[name] = p.valueOf(kind.ElementType(), value, lookup)
		}
		if len(all) == 0 {
			return cty.MapValEmpty(kind.ElementType())
		}
		return cty.MapVal(all)
	}
	for name, attribute := range kind.AttributeTypes() {
		all[name] = p.valueOf(attribute, values[name], lookup)
	}
	return cty.ObjectVal(all)
}
