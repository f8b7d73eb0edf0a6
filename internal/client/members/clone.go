package members

import (
	"maps"
	"reflect"
	"slices"
)

// Clone returns a copy of an object that shares no memory with it, so that readers who are answered from one list
// cannot change what the others see. T is a struct of Optionals, of structs of such, and of members without references.
func Clone[T any](object T) T {
	detachMembers(reflect.ValueOf(&object).Elem())
	return object
}

// anyOptional is an Optional, whatever its value.
type anyOptional interface {
	IsZero() bool
	Reflect() (value reflect.Value, valued bool)
}

func detachMembers(object reflect.Value) {
	for i := range object.NumField() {
		member := object.Field(i)
		if !member.CanInterface() {
			continue // TestClone holds that what is not exported has no references.
		}
		if optional, ok := member.Addr().Interface().(anyOptional); ok {
			detach(optional)
		} else if member.Kind() == reflect.Struct {
			detachMembers(member)
		}
	}
}

// detach gives an Optional a value of its own.
func detach(o anyOptional) {
	object, _ := o.Reflect()
	switch value := object.Addr().Interface().(type) {
	case *[]string:
		*value = slices.Clone(*value)
	case *map[string]string:
		*value = maps.Clone(*value)
	case *map[string]int64:
		*value = maps.Clone(*value)
	default:
		if object.Kind() == reflect.Struct {
			detachMembers(object)
		}
	}
}
