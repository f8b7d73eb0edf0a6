package framework

import (
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/attr"
)

// Attributes returns the values of a model by the names of its attributes. M is a struct with tfsdk tags, embedded
// structs included.
func Attributes[M any](model M) map[string]attr.Value {
	from, values := reflect.ValueOf(model), map[string]attr.Value{}
	for _, field := range reflect.VisibleFields(from.Type()) {
		if name := field.Tag.Get("tfsdk"); name != "" {
			values[name], _ = from.FieldByIndex(field.Index).Interface().(attr.Value)
		}
	}
	return values
}

// WithAttributes returns a model with other values of attributes, by their names: see Attributes. It leaves out names
// that are not the model's.
func WithAttributes[M any](model M, values map[string]attr.Value) M {
	to := reflect.ValueOf(&model).Elem()
	for _, field := range reflect.VisibleFields(to.Type()) {
		if value := values[field.Tag.Get("tfsdk")]; value != nil {
			to.FieldByIndex(field.Index).Set(reflect.ValueOf(value))
		}
	}
	return model
}
