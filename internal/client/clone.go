package client

import (
	"maps"
	"reflect"
	"slices"
)

// clone returns a copy of an object that shares no memory with it, so that readers who are answered from one list
// cannot change what the others see. T is a struct of Optionals, of structs of such, and of members without references.
func clone[T any](object T) T {
	detachMembers(reflect.ValueOf(&object).Elem())
	return object
}

// detacher is an Optional.
type detacher interface{ detach() }

func detachMembers(object reflect.Value) {
	for i := range object.NumField() {
		member := object.Field(i)
		if !member.CanInterface() {
			continue // TestClone holds that what is not exported has no references.
		}
		if optional, ok := member.Addr().Interface().(detacher); ok {
			optional.detach()
		} else if member.Kind() == reflect.Struct {
			detachMembers(member)
		}
	}
}

// detach gives o a value of its own.
func (o *Optional[T]) detach() {
	switch value := any(&o.value).(type) {
	case *[]string:
		*value = slices.Clone(*value)
	case *map[string]string:
		*value = maps.Clone(*value)
	case *map[string]int64:
		*value = maps.Clone(*value)
	default:
		if object := reflect.ValueOf(&o.value).Elem(); object.Kind() == reflect.Struct {
			detachMembers(object)
		}
	}
}
