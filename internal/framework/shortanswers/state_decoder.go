package shortanswers

import (
	"context"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// stateDecoder decodes states from MessagePack into a model: as the framework does, but without its reflection, which
// takes seven times as long.
type stateDecoder struct {
	whole tftypes.Type
	// attributes are those of the schema, its blocks included.
	attributes map[string]decodedAttribute
}

type decodedAttribute struct {
	kind      attr.Type
	writeOnly bool
	field     []int // its index in the model; empty if the model lacks it
}

func newStateDecoder(of resource.Resource, model reflect.Type) *stateDecoder {
	ctx := context.Background()
	var described resource.SchemaResponse
	of.Schema(ctx, resource.SchemaRequest{}, &described)
	fields := map[string][]int{}
	for _, field := range reflect.VisibleFields(model) {
		if name := field.Tag.Get("tfsdk"); name != "" && !field.Anonymous {
			fields[name] = field.Index
		}
	}
	d := &stateDecoder{described.Schema.Type().TerraformType(ctx), map[string]decodedAttribute{}}
	for name, attribute := range described.Schema.Attributes {
		d.attributes[name] = decodedAttribute{attribute.GetType(), attribute.IsWriteOnly(), fields[name]}
	}
	for name, block := range described.Schema.Blocks {
		d.attributes[name] = decodedAttribute{block.Type(), false, fields[name]}
	}
	return d
}

// decode reports whether the state is one that the framework reads and writes again as it is: every value known, valid
// for its type, and null if it is write-only. model is a struct with tfsdk tags.
func (d *stateDecoder) decode(ctx context.Context, state []byte, model reflect.Value) bool {
	whole, err := tfprotov6.DynamicValue{MsgPack: state}.Unmarshal(d.whole)
	if err != nil || whole.IsNull() || !whole.IsFullyKnown() {
		return false
	}
	var values map[string]tftypes.Value
	if whole.As(&values) != nil {
		return false
	}
	for name, attribute := range d.attributes {
		value, ok := attribute.convert(ctx, name, values[name])
		if !ok {
			return false
		}
		field, converted := model.FieldByIndex(attribute.field), reflect.ValueOf(value)
		if !converted.Type().AssignableTo(field.Type()) {
			return false // Without an index, field is the whole model.
		}
		field.Set(converted)
	}
	return true
}

// convert returns a value of the attribute's type. ok is false for a value that the framework refuses, or removes from
// a state.
func (a decodedAttribute) convert(ctx context.Context, name string, of tftypes.Value) (value attr.Value, ok bool) {
	if a.writeOnly && !of.IsNull() {
		return nil, false
	}
	value, err := a.kind.ValueFromTerraform(ctx, of)
	if err != nil {
		return nil, false
	}
	//nolint:staticcheck // It is deprecated, but the framework finds an element that a set has twice by it.
	if validating, is := a.kind.(xattr.TypeWithValidate); is {
		return value, !validating.Validate(ctx, of, path.Root(name)).HasError()
	}
	return value, true
}
