// Package members has the members of objects on the wire: each is an Optional, which is absent, null or a value. It
// reads and compares objects of any kind: structs of Optionals, of structs of such, and of members without references.
// It knows no kind, and sends nothing.
package members

import "reflect"

// Member is the value of a struct's member, and its field's tag.
type Member struct {
	Value any
	tag   reflect.StructTag
}

// Of returns the members that have a value, by their names on the wire, of a struct of Optionals, strings, and embedded
// structs of these. An empty string that is not an Optional is no value.
func Of(object any) map[string]Member {
	members := map[string]Member{}
	Version1.each(reflect.ValueOf(object), func(name string, tag reflect.StructTag, member reflect.Value) {
		if value, ok := valueOf(member); ok {
			members[name] = Member{value, tag}
		}
	})
	return members
}

// valueOf returns the value of a field; false if it has none.
func valueOf(field reflect.Value) (value any, ok bool) {
	value = field.Interface()
	if optional, is := copyOf(field).(anyOptional); is {
		within, valued := optional.Reflect()
		return within.Interface(), valued
	}
	text, isText := value.(string)
	return value, !isText || text != ""
}

// copyOf returns a pointer to a copy of a value, which may be one that has no address.
func copyOf(value reflect.Value) any {
	pointer := reflect.New(value.Type())
	pointer.Elem().Set(value)
	return pointer.Interface()
}

// IsReturnedAs reports whether a member that was sent is returned equal, or not at all: then shown is the zero Member.
func (m Member) IsReturnedAs(shown Member) bool {
	return shown.Value == nil || m.IsEmpty() && shown.IsEmpty() || spellingOf(m.tag).Same(m.Value, shown.Value)
}

// IsEmpty reports whether the value is a list, a map or a text with nothing in it.
func (m Member) IsEmpty() bool {
	v := reflect.ValueOf(m.Value)
	return hasLength(v) && v.Len() == 0
}

func hasLength(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.String, reflect.Slice, reflect.Map:
		return true
	default:
		return false
	}
}
