package members_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Every member counts, but for those that change by themselves, and a value does not.
func TestLacks_everyMember(t *testing.T) {
	t.Parallel()
	prices := []string{"SecurePrice", "CommunityPrice", "OneWeekPrice", "OneMonthPrice", "ThreeMonthPrice",
		"SixMonthPrice", "CommunitySpotPrice", "SecureSpotPrice"}
	pod := []string{"DesiredStatus", "Status", "CostPerHr", "AdjustedCostPerHr", "PortMappings",
		"PublicIP", "GlobalNetworkingIP", "InternalDNS", "CUDAVersion",
		"SSH.Proxy.Host", "SSH.Proxy.Port", "SSH.Proxy.Username", "SSH.Proxy.Command",
		"SSH.Direct.Host", "SSH.Direct.Port", "SSH.Direct.Username", "SSH.Direct.Command",
		"LastStartedAt", "LastStatusChange", "Machine.CostPerHr"}
	for _, price := range prices {
		pod = append(pod, "GPU."+price)
	}
	expectVolatile[api.Pod](t, pod...)
	expectVolatile[api.Template](t, "Earned", "RuntimeInMin")
	expectVolatile[api.Endpoint](t, "WorkersStandby")
	expectVolatile[api.NetworkVolume](t)
	expectVolatile[api.ContainerRegistryAuth](t)
}

// expectVolatile leaves out each member of an object in turn.
func expectVolatile[T any](t *testing.T, volatile ...string) {
	t.Helper()
	var object T
	fill(t, reflect.ValueOf(&object).Elem())
	if members.Lacks(object, object) || members.Lacks(object, *new(T)) {
		t.Errorf("%T: it lacks something of itself, or of nothing", object)
	}
	for _, path := range paths("", reflect.TypeFor[T]()) {
		item := object
		edit(t, reflect.ValueOf(&item).Elem(), path, omit)
		if got := members.Lacks(item, object); got == slices.Contains(volatile, path) {
			t.Errorf("%T without %s lacks something: %t", object, path, got)
		}
	}
}

func within(o anyOptional) reflect.Value {
	value, _ := o.Reflect()
	return value
}

func omit(o anyOptional) { reflect.ValueOf(o).Elem().SetZero() }

// paths returns the paths of all Optionals that are no structs.
func paths(prefix string, object reflect.Type) []string {
	var all []string
	for i := range object.NumField() {
		field := object.Field(i)
		optional, ok := reflect.New(field.Type).Interface().(anyOptional)
		switch {
		case !field.IsExported():
		case ok && within(optional).Kind() != reflect.Struct:
			all = append(all, prefix+field.Name)
		case ok:
			all = append(all, paths(prefix+field.Name+".", within(optional).Type())...)
		case field.Type.Kind() == reflect.Struct:
			all = append(all, paths(prefix, field.Type)...)
		}
	}
	return all
}

// edit does something to the member with a path.
func edit(t *testing.T, object reflect.Value, path string, do func(anyOptional)) {
	t.Helper()
	name, rest, isPath := strings.Cut(path, ".")
	member, ok := object.FieldByName(name).Addr().Interface().(anyOptional)
	if !ok {
		t.Fatalf("%s is no Optional", path)
	}
	if isPath {
		edit(t, within(member), rest, do)
	} else {
		do(member)
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
		t.Fatalf("this test cannot fill a %s", value.Type())
	}
}
