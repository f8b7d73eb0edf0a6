package members_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
)

// Every member counts, numbers and the order of lists too, but for those that change by themselves.
func TestCompare_everyMember(t *testing.T) {
	t.Parallel()
	prices := []string{"SecurePrice", "CommunityPrice", "OneWeekPrice", "OneMonthPrice", "ThreeMonthPrice",
		"SixMonthPrice", "CommunitySpotPrice", "SecureSpotPrice"}
	pod := []string{"DesiredStatus", "BoundDataCenterIDs", "Status", "CostPerHr", "AdjustedCostPerHr", "PortMappings",
		"PublicIP", "GlobalNetworkingIP", "InternalDNS", "CUDAVersion",
		"SSH.Proxy.Host", "SSH.Proxy.Port", "SSH.Proxy.Username", "SSH.Proxy.Command",
		"SSH.Direct.Host", "SSH.Direct.Port", "SSH.Direct.Username", "SSH.Direct.Command",
		"LastStartedAt", "LastStatusChange", "Machine.CostPerHr"}
	for _, price := range prices {
		pod = append(pod, "GPU."+price)
	}
	expectVolatile[model.Pod](t, pod...)
	expectVolatile[model.Template](t, "Earned", "RuntimeInMin")
	expectVolatile[model.Endpoint](t, "WorkersStandby")
	expectVolatile[model.NetworkVolume](t)
	expectVolatile[model.ContainerRegistryAuth](t)
}

// expectVolatile changes, and leaves out, each member of an object in turn.
func expectVolatile[T any](t *testing.T, volatile ...string) {
	t.Helper()
	var object T
	fill(t, reflect.ValueOf(&object).Elem())
	if members.Compare(object, object) != members.NoDifference ||
		members.Compare(object, *new(T)) != members.NoDifference {
		t.Errorf("%T: it differs from itself, or from nothing", object)
	}
	var found []string
	for _, path := range paths("", reflect.TypeFor[T]()) {
		item := members.Clone(object)
		edit(t, reflect.ValueOf(&item).Elem(), path, change)
		switch members.Compare(item, object) {
		case members.NoDifference:
			found = append(found, path)
		case members.AnotherValue:
		default:
			t.Errorf("%T.%s counts as left out", object, path)
		}
		edit(t, reflect.ValueOf(&item).Elem(), path, omit)
		want := members.OmitsSomething
		if slices.Contains(volatile, path) {
			want = members.OmitsVolatile
		}
		if got := members.Compare(item, object); got != want {
			t.Errorf("%T without %s is %d, want %d", object, path, got, want)
		}
	}
	if slices.Sort(found); !slices.Equal(found, slices.Sorted(slices.Values(volatile))) {
		t.Errorf("%T: another value is no difference in %v, want %v", object, found, volatile)
	}
}

func within(o anyOptional) reflect.Value {
	value, _ := o.Reflect()
	return value
}

func omit(o anyOptional) { reflect.ValueOf(o).Elem().SetZero() }

func change(o anyOptional) {
	switch value := within(o).Addr().Interface().(type) {
	case *string:
		*value += "y"
	case *bool:
		*value = !*value
	case *int64:
		*value++
	case *float64:
		*value++
	case *[]string:
		(*value)[1] += "y"
	case *map[string]string:
		(*value)["x"] += "y"
	case *map[string]int64:
		(*value)["x"]++
	default:
		panic("nobody knows how to change it")
	}
}

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

// The order of a list counts, unless the service keeps none.
func TestCompare_order(t *testing.T) {
	t.Parallel()
	one, other := members.Some([]string{"a", "b"}), members.Some([]string{"b", "a"})
	null, empty := members.Some([]string(nil)), members.Some([]string{})
	type fields = model.EndpointFields
	for name, test := range map[string]struct {
		item, object fields
		want         members.Difference
	}{
		"data centers": {fields{DataCenterIDs: one}, fields{DataCenterIDs: other}, members.NoDifference},
		"volumes":      {fields{NetworkVolumeIDs: one}, fields{NetworkVolumeIDs: other}, members.NoDifference},
		"CPU flavors":  {fields{CPUFlavorIDs: one}, fields{CPUFlavorIDs: other}, members.AnotherValue},
		"empty lists":  {fields{GPUTypeIDs: empty}, fields{GPUTypeIDs: null}, members.NoDifference},
	} {
		if got := members.Compare(test.item, test.object); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}
