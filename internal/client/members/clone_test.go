package members_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Nothing that one reader does to an object can reach another one's: a clone shares no memory, in whatever member.
func TestClone_sharesNothing(t *testing.T) {
	t.Parallel()
	clones(t, api.Pod{})
	clones(t, api.Template{})
	clones(t, api.Endpoint{})
	clones(t, api.NetworkVolume{})
	clones(t, api.ContainerRegistryAuth{})
}

func clones[T any](t *testing.T, object T) {
	t.Helper()
	fill(t, reflect.ValueOf(&object).Elem())
	copied := members.Clone(object)
	if !reflect.DeepEqual(copied, object) {
		t.Errorf("%T: the clone is another one", object)
	}
	sharesNothing(t, reflect.TypeFor[T]().Name(), reflect.ValueOf(copied), reflect.ValueOf(object))
	empty := *new(T)
	if !reflect.DeepEqual(members.Clone(empty), empty) {
		t.Errorf("%T: the clone of nothing is something", object)
	}
}

// anyOptional is an Optional, whatever its value.
type anyOptional interface {
	Reflect() (value reflect.Value, valued bool)
}

// fillOptional gives an Optional a value that is not empty.
func fillOptional(t *testing.T, o anyOptional) {
	t.Helper()
	value, _ := o.Reflect()
	zero, err := json.Marshal(value.Interface())
	if err == nil && string(zero) == "null" {
		zero = map[reflect.Kind][]byte{reflect.Slice: []byte("[]"), reflect.Map: []byte("{}")}[value.Kind()]
	}
	if err == nil {
		err = json.Unmarshal(zero, o)
	}
	if _, valued := o.Reflect(); err != nil || !valued {
		t.Fatalf("%s cannot be read as %T: %v", zero, o, err)
	}
	fill(t, value)
}

// fill gives everything a value that is not empty, however deep.
func fill(t *testing.T, value reflect.Value) {
	t.Helper()
	switch value.Kind() {
	case reflect.Struct:
		for i := range value.NumField() {
			if field := value.Field(i); field.CanInterface() {
				if optional, ok := field.Addr().Interface().(anyOptional); ok {
					fillOptional(t, optional)
				} else {
					fill(t, field)
				}
			}
		}
	case reflect.Slice:
		value.Set(reflect.MakeSlice(value.Type(), 2, 2))
		fill(t, value.Index(0))
	case reflect.Map:
		element, key := reflect.New(value.Type().Elem()).Elem(), reflect.New(value.Type().Key()).Elem()
		fill(t, element)
		fill(t, key)
		value.Set(reflect.MakeMap(value.Type()))
		value.SetMapIndex(key, element)
	case reflect.String:
		value.SetString("x")
	case reflect.Int64:
		value.SetInt(1)
	case reflect.Float64:
		value.SetFloat(1)
	case reflect.Bool:
		value.SetBool(true)
	default:
		t.Fatalf("nobody knows how to clone a %s", value.Type())
	}
}

func sharesNothing(t *testing.T, name string, a, b reflect.Value) {
	t.Helper()
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			sharesNothing(t, name+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i))
		}
	case reflect.Slice, reflect.Map:
		if a.Len() == 0 {
			t.Errorf("%s is empty: nothing was tested", name)
		}
		if a.Pointer() == b.Pointer() {
			t.Errorf("%s is shared", name)
		}
		switch a.Type().Elem().Kind() {
		case reflect.String, reflect.Int64:
		default:
			t.Errorf("nobody looks into %s", name)
		}
	case reflect.String, reflect.Int64, reflect.Float64, reflect.Bool:
	default:
		t.Errorf("%s is a %s", name, a.Type())
	}
}
