package members

import (
	"encoding/json"
	"reflect"
	"strings"
)

// Paths is the tag of members that has their paths over a version of the interface: a dot separates a member from the
// object that has it. A member without the tag, or with "-", has none.
type Paths string

// The paths of the versions.
const (
	Version1 Paths = "json"
	Version2 Paths = "v2"
)

// Answered is an object of an answer over version 2; Members has the members without a path too.
type Answered[T any] struct {
	Object T
	Members
}

// UnmarshalJSON reads an object.
func (a *Answered[T]) UnmarshalJSON(data []byte) error {
	err := json.Unmarshal(data, &a.Members)
	a.ReadAll(&a.Object, Version2)
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
func (m Members) ReadAll(into any, paths Paths) {
	paths.each(reflect.ValueOf(into).Elem(), func(path string, _ reflect.StructTag, member reflect.Value) {
		m.Read(path, member.Addr().Interface())
	})
}

// emptyIsNone is the tag of texts whose empty value is one more spelling of none.
const emptyIsNone Paths = "empty"

// DropEmpty makes the members of an answered object absent that have this tag and an empty text: null, absent and empty
// alike say nothing (contract 2.1).
func DropEmpty(object any) {
	emptyIsNone.each(reflect.ValueOf(object).Elem(), func(_ string, _ reflect.StructTag, member reflect.Value) {
		if text, ok := member.Addr().Interface().(*Optional[string]); ok && *text == Some("") {
			*text = Optional[string]{}
		}
	})
}

// Body is an object in a request.
type Body map[string]any

// ByPath returns the members of fields that are not absent, for a request over version 2; nil if all are.
func ByPath(fields any) (b Body) {
	Version2.each(reflect.ValueOf(fields), func(path string, _ reflect.StructTag, member reflect.Value) {
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

// each visits the members of a struct that have a path, those of embedded structs too.
func (p Paths) each(object reflect.Value, visit func(path string, tag reflect.StructTag, member reflect.Value)) {
	for i := range object.NumField() {
		field := object.Type().Field(i)
		path, _, _ := strings.Cut(field.Tag.Get(string(p)), ",")
		switch {
		case field.Anonymous:
			p.each(object.Field(i), visit)
		case path != "" && path != "-":
			visit(path, field.Tag, object.Field(i))
		}
	}
}
