package acctest

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Values are attributes by name; those left out are null.
type Values map[string]any

// object returns a configuration with these values, and null for the rest.
func object(tb testing.TB, schema *tfprotov6.Schema, values Values) *tfprotov6.DynamicValue {
	tb.Helper()
	kind, ok := schema.ValueType().(tftypes.Object)
	if !ok {
		tb.Fatal("a schema that is no object")
	}
	attributes := map[string]tftypes.Value{}
	for name, attribute := range kind.AttributeTypes {
		attributes[name] = valueOf(attribute, values[name])
	}
	value, err := tfprotov6.NewDynamicValue(kind, tftypes.NewValue(kind, attributes))
	if err != nil {
		tb.Fatal(err)
	}
	return &value
}

// valueOf makes a value of a type from Go's: strings, numbers, booleans, slices and maps of strings, and objects and
// blocks as Values.
func valueOf(kind tftypes.Type, value any) tftypes.Value {
	switch v := value.(type) {
	case tftypes.Value:
		return v
	case Values:
		nested, ok := kind.(tftypes.Object)
		if !ok {
			return tftypes.NewValue(kind, v) // Panics, and names both types.
		}
		attributes := map[string]tftypes.Value{}
		for name, attribute := range nested.AttributeTypes {
			attributes[name] = valueOf(attribute, v[name])
		}
		return tftypes.NewValue(kind, attributes)
	case []string:
		elements := make([]tftypes.Value, len(v))
		for i, element := range v {
			elements[i] = tftypes.NewValue(tftypes.String, element)
		}
		return tftypes.NewValue(kind, elements)
	case map[string]string:
		elements := map[string]tftypes.Value{}
		for key, element := range v {
			elements[key] = tftypes.NewValue(tftypes.String, element)
		}
		return tftypes.NewValue(kind, elements)
	case int:
		return tftypes.NewValue(kind, int64(v))
	default:
		return tftypes.NewValue(kind, value)
	}
}
