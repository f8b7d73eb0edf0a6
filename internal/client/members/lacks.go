package members

import "reflect"

// Lacks reports whether an item of a list leaves out a member that an object shows, or has null there. Both are structs
// of Optionals, of structs of such, and of members without references. A member with the tag `volatile:"true"` changes
// by itself, and can be gone: it does not count.
func Lacks[T any](item, object T) bool {
	found := false
	eachLacking(reflect.ValueOf(&item).Elem(), reflect.ValueOf(&object).Elem(), func(anyOptional) { found = true })
	return found
}

// Common returns an object without the members that another one lacks.
func Common[T any](object, other T) T {
	object = Clone(object)
	eachLacking(reflect.ValueOf(&other).Elem(), reflect.ValueOf(&object).Elem(), func(member anyOptional) {
		reflect.ValueOf(member).Elem().SetZero()
	})
	return object
}

// eachLacking calls found with each member of an object that an item lacks.
func eachLacking(item, object reflect.Value, found func(anyOptional)) {
	for i := range object.NumField() {
		member := object.Field(i)
		if !member.CanInterface() || object.Type().Field(i).Tag.Get("volatile") == "true" {
			continue
		}
		shown, isOptional := member.Addr().Interface().(anyOptional)
		other, _ := item.Field(i).Addr().Interface().(anyOptional)
		switch {
		case !isOptional && member.Kind() == reflect.Struct:
			eachLacking(item.Field(i), member, found)
		case isOptional:
			lackingWithin(other, shown, found)
		}
	}
}

func lackingWithin(item, object anyOptional, found func(anyOptional)) {
	value, valued := object.Reflect()
	other, returned := item.Reflect()
	switch {
	case !valued:
	case !returned:
		found(object)
	case value.Kind() == reflect.Struct:
		eachLacking(other, value, found)
	}
}
