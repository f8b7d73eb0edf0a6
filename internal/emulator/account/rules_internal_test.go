package account

import (
	"reflect"
	"strings"
	"testing"
)

// inputs returns all inputs, with the object that gets their members.
func inputs() map[any]any {
	return map[any]any{
		TemplateUpdate{}: Template{}, TemplateCreate{}: Template{},
		EndpointUpdate{}: Endpoint{}, EndpointCreate{}: Endpoint{},
		PodUpdate{}: Pod{}, PodCreate{}: Pod{},
		NetworkVolumeUpdate{}: NetworkVolume{}, NetworkVolumeCreate{}: NetworkVolume{},
		ContainerRegistryAuthCreate{}: ContainerRegistryAuth{},
	}
}

// A mistake in a tag, or a member that no object takes over, would show only when somebody sends that member.
func TestInputs_fitTheirObjects(t *testing.T) {
	t.Parallel()
	for input, object := range inputs() {
		eachMember(reflect.TypeOf(input), true, func(field reflect.StructField, stored bool) {
			name := reflect.TypeOf(input).Name() + "." + field.Name
			if field.Type.Kind() != reflect.Pointer || field.Tag.Get("json") == "" {
				t.Errorf("%s is no pointer, or has no name", name)
				return
			}
			target, ok := reflect.TypeOf(object).FieldByName(field.Name)
			if stored && (!ok || target.Type != field.Type.Elem()) {
				t.Errorf("%s: %T has no field of this name and type", name, object)
			}
			if stored && strings.TrimSuffix(target.Tag.Get("json"), ",omitempty") != field.Tag.Get("json") {
				t.Errorf("%s: %T calls it %q", name, object, target.Tag.Get("json"))
			}
		})
	}
}

func eachMember(input reflect.Type, stored bool, visit func(field reflect.StructField, stored bool)) {
	for i := range input.NumField() {
		if field := input.Field(i); field.Anonymous {
			eachMember(field.Type, stored && field.Tag.Get("stored") != "false", visit)
		} else {
			visit(field, stored)
		}
	}
}

// What was left out changes nothing.
func TestInputs_leftOut(t *testing.T) {
	t.Parallel()
	for input, object := range inputs() {
		target := reflect.New(reflect.TypeOf(object))
		apply(target.Interface(), input)
		if !target.Elem().IsZero() {
			t.Errorf("%T became %+v", input, target.Elem())
		}
	}
}
