package members

import (
	"reflect"
)

// Difference is the degree in which an item of a list differs from the object by its own GET. A higher one is worse.
type Difference int

// The differences, the worst last.
const (
	NoDifference   Difference = iota
	AnotherValue              // A value differs: the item is wrong, or the object changed between the two requests.
	OmitsVolatile             // It leaves out a member that changes by itself and may be gone.
	OmitsSomething            // It leaves out a member, or has it empty where the object's is not.
)

// Compare compares two structs of Optionals, of structs of such, and of members without references, member by
// member. A member with the tag `volatile:"true"`, which changes by itself between two requests, counts only if it is
// left out. A member that only the item has is no difference.
func Compare[T any](item, object T) Difference {
	return membersDifference(reflect.ValueOf(&item).Elem(), reflect.ValueOf(&object).Elem())
}

func membersDifference(item, object reflect.Value) Difference {
	worst := NoDifference
	for i := range object.NumField() {
		if !object.Field(i).CanInterface() {
			continue
		}
		found := NoDifference
		if optional, ok := object.Field(i).Addr().Interface().(anyOptional); ok {
			found = optionalsDifference(item.Field(i).Addr().Interface(), optional, object.Type().Field(i).Tag)
		} else if object.Field(i).Kind() == reflect.Struct {
			found = membersDifference(item.Field(i), object.Field(i))
		}
		worst = max(worst, found)
	}
	return worst
}

// optionalsDifference compares a member of an item with the object's own, an Optional of the same type.
func optionalsDifference(item any, own anyOptional, tag reflect.StructTag) Difference {
	omits, volatile := OmitsSomething, tag.Get("volatile") == "true"
	if volatile {
		omits = OmitsVolatile
	}
	other, ok := item.(anyOptional)
	if !ok || !own.IsZero() && other.IsZero() {
		return omits
	}
	object, valued := own.Reflect()
	in, returned := other.Reflect()
	switch {
	case !valued:
		return NoDifference
	case !returned:
		return omits
	case object.Kind() == reflect.Struct:
		return membersDifference(in, object)
	case hasLength(object) && object.Len() > 0 && in.Len() == 0:
		return omits
	case volatile, spellingOf(tag).Same(object.Interface(), in.Interface()),
		hasLength(object) && object.Len() == 0 && in.Len() == 0:
		return NoDifference
	default:
		return AnotherValue
	}
}

func hasLength(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.String, reflect.Slice, reflect.Map:
		return true
	default:
		return false
	}
}
