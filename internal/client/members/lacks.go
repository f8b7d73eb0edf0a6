package members

import "reflect"

// Lacks reports whether an item of a list leaves out a member that an object shows, or has null there. Both are structs
// of Optionals, of structs of such, and of members without references. A member with the tag `volatile:"true"` changes
// by itself, and can be gone: it does not count.
func Lacks[T any](item, object T) bool {
	return lacks(reflect.ValueOf(&item).Elem(), reflect.ValueOf(&object).Elem())
}

func lacks(item, object reflect.Value) bool {
	for i := range object.NumField() {
		member := object.Field(i)
		if !member.CanInterface() || object.Type().Field(i).Tag.Get("volatile") == "true" {
			continue
		}
		shown, isOptional := member.Addr().Interface().(anyOptional)
		other, _ := item.Field(i).Addr().Interface().(anyOptional)
		isStruct := !isOptional && member.Kind() == reflect.Struct
		if isOptional && lacksWithin(other, shown) || isStruct && lacks(item.Field(i), member) {
			return true
		}
	}
	return false
}

func lacksWithin(item, object anyOptional) bool {
	value, valued := object.Reflect()
	other, returned := item.Reflect()
	return valued && (!returned || value.Kind() == reflect.Struct && lacks(other, value))
}
