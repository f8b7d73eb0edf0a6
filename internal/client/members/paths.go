package members

import (
	"encoding/json"
	"reflect"
	"strings"
)

// The tag v2 of a member is its path: a dot separates a member from the object that has it.

// Answered is an object of an answer whose members are read by their paths; Members has those without one too.
type Answered[T any] struct {
	Object T
	Members
}

// UnmarshalJSON reads an object.
func (a *Answered[T]) UnmarshalJSON(data []byte) error {
	err := json.Unmarshal(data, &a.Members)
	a.ReadAll(&a.Object)
	return err
}

// Members are the members of an object of an answer.
type Members map[string]json.RawMessage

// At returns the value at a path; nil if the answer does not have it.
func (m Members) At(path string) json.RawMessage {
	name, rest, isWithin := strings.Cut(path, ".")
	if !isWithin {
		return m[name]
	}
	var within Members
	m.Read(name, &within)
	return within.At(rest)
}

// Has reports whether the answer has an object at a path.
func (m Members) Has(path string) bool {
	var object Members
	m.Read(path, &object)
	return object != nil
}

// Read reads the value at a path. One that cannot be read counts as not returned: it is zero.
func (m Members) Read(path string, into any) {
	if json.Unmarshal(m.At(path), into) != nil {
		reflect.ValueOf(into).Elem().SetZero()
	}
}

// ReadAll reads the members of a struct by their paths.
func (m Members) ReadAll(into any) {
	eachPath(reflect.ValueOf(into).Elem(), func(path string, member reflect.Value) {
		m.Read(path, member.Addr().Interface())
	})
}

// Body is an object in a request.
type Body map[string]any

// ByPath returns the members of fields that are not absent; nil if all are.
func ByPath(fields any) (b Body) {
	eachPath(reflect.ValueOf(fields), func(path string, member reflect.Value) {
		if !member.IsZero() {
			b.Put(path, member.Interface())
		}
	})
	return b
}

// Put sets the value at a path.
func (b *Body) Put(path string, value any) {
	if *b == nil {
		*b = Body{}
	}
	name, rest, isWithin := strings.Cut(path, ".")
	if !isWithin {
		(*b)[name] = value
		return
	}
	within, _ := (*b)[name].(Body)
	within.Put(rest, value)
	(*b)[name] = within
}

// eachPath visits the members of a struct that have a path, those of embedded structs too.
func eachPath(object reflect.Value, visit func(path string, member reflect.Value)) {
	for i := range object.NumField() {
		field := object.Type().Field(i)
		if path := field.Tag.Get("v2"); path != "" {
			visit(path, object.Field(i))
		} else if field.Anonymous {
			eachPath(object.Field(i), visit)
		}
	}
}
