package lookups

import (
	"context"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// modelFields are the fields of a model by the names of their attributes. Its methods convert between a model and a
// state as the framework does, without its reflection: that compiles a regular expression for each field, each time,
// which is most of what a list with resources allocates.
type modelFields map[string][]int

func modelFieldsOf[M any]() modelFields {
	fields := modelFields{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[M]()) {
		if name := field.Tag.Get("tfsdk"); name != "" && !field.Anonymous {
			fields[name] = field.Index
		}
	}
	return fields
}

// get puts a state into a model, a pointer to a struct with tfsdk tags.
func (f modelFields) get(ctx context.Context, state tfsdk.State, model any) diag.Diagnostics {
	if !f.convert(ctx, state, reflect.ValueOf(model).Elem()) {
		return state.Get(ctx, model)
	}
	return nil
}

// convert reports whether it could convert all attributes.
func (f modelFields) convert(ctx context.Context, state tfsdk.State, model reflect.Value) bool {
	var values map[string]tftypes.Value
	kind, ok := state.Schema.Type().(attr.TypeWithAttributeTypes)
	if !ok || state.Raw.As(&values) != nil {
		return false
	}
	for name, of := range kind.AttributeTypes() {
		index, known := f[name]
		value, err := of.ValueFromTerraform(ctx, values[name])
		if !known || err != nil || !reflect.TypeOf(value).AssignableTo(model.FieldByIndex(index).Type()) {
			return false
		}
		model.FieldByIndex(index).Set(reflect.ValueOf(value))
	}
	return true
}

// set puts a model, a struct with tfsdk tags, into the resource of a list result.
func (f modelFields) set(ctx context.Context, model any, into *tfsdk.Resource) diag.Diagnostics {
	of, ok := into.Schema.Type().TerraformType(ctx).(tftypes.Object)
	values := make(map[string]tftypes.Value, len(of.AttributeTypes))
	for name, kind := range of.AttributeTypes {
		var value attr.Value
		if index, known := f[name]; known {
			value, _ = reflect.ValueOf(model).FieldByIndex(index).Interface().(attr.Value)
		}
		if value == nil {
			return into.Set(ctx, model)
		}
		raw, err := value.ToTerraformValue(ctx)
		if err != nil || !raw.Type().Equal(kind) {
			return into.Set(ctx, model)
		}
		values[name] = raw
	}
	if !ok || tftypes.ValidateValue(of, values) != nil {
		return into.Set(ctx, model)
	}
	into.Raw = tftypes.NewValue(of, values)
	return nil
}
