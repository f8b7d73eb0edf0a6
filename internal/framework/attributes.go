package framework

import (
	"reflect"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// modelField is a field of a model with an attribute.
type modelField struct {
	name  string
	index []int
}

// modelFields has the fields of each model that was asked for: to find them takes long, and a plan asks often.
var modelFields sync.Map

func fieldsOf(model reflect.Type) (all []modelField) {
	if known, ok := modelFields.Load(model); ok {
		all, _ = known.([]modelField)
		return all
	}
	for _, field := range reflect.VisibleFields(model) {
		if name := field.Tag.Get("tfsdk"); name != "" {
			all = append(all, modelField{name, field.Index})
		}
	}
	modelFields.Store(model, all)
	return all
}

// Attributes returns the values of a model by the names of its attributes. M is a struct with tfsdk tags, embedded
// structs included.
func Attributes[M any](model M) map[string]attr.Value {
	from, values := reflect.ValueOf(model), map[string]attr.Value{}
	for _, field := range fieldsOf(from.Type()) {
		values[field.name], _ = from.FieldByIndex(field.index).Interface().(attr.Value)
	}
	return values
}

// WithAttributes returns a model with other values of attributes, by their names: see Attributes. It leaves out names
// that are not the model's.
func WithAttributes[M any](model M, values map[string]attr.Value) M {
	to := reflect.ValueOf(&model).Elem()
	for _, field := range fieldsOf(to.Type()) {
		if value := values[field.name]; value != nil {
			to.FieldByIndex(field.index).Set(reflect.ValueOf(value))
		}
	}
	return model
}

// Members returns the attributes of a plan, state or configuration by name.
func Members(object tftypes.Value, diags *diag.Diagnostics) map[string]tftypes.Value {
	var all map[string]tftypes.Value
	if err := object.As(&all); err != nil {
		diags.AddError("Cannot read the plan", err.Error())
	}
	return all
}
