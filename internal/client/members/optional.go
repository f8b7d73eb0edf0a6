package members

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// Optional distinguishes, as JSON does and Go's zero values do not, a member that is absent, one that is null, and one
// with a value, which may be empty. The zero Optional is absent; give its field the tag omitzero.
//
// In a request, absent means "leave it as it is" and an empty value means "clear it" (contract 2.1). In an answer,
// absent and null both mean "not returned"; a value that cannot be read is absent.
type Optional[T any] struct {
	value   T
	present bool
	null    bool
}

// Some returns an Optional with a value.
func Some[T any](value T) Optional[T] { return Optional[T]{value: value, present: true} }

// Null returns an Optional that is JSON null.
func Null[T any]() Optional[T] { return Optional[T]{present: true, null: true} }

// Get returns the value, and whether it has one.
func (o Optional[T]) Get() (T, bool) { return o.value, o.present && !o.null }

// Or returns the value, or the fallback if it has none.
func (o Optional[T]) Or(fallback T) T {
	if value, ok := o.Get(); ok {
		return value
	}
	return fallback
}

// Reflect returns the value, which the caller may change, and whether it has one. It is for code that handles all
// Optionals by reflection; further methods would be compiled by every package that imports this one, for each type of
// value.
func (o *Optional[T]) Reflect() (value reflect.Value, valued bool) {
	return reflect.ValueOf(&o.value).Elem(), o.present && !o.null
}

// anyOptional is an Optional, whatever its value.
type anyOptional interface {
	IsZero() bool
	Reflect() (value reflect.Value, valued bool)
}

// IsZero tells encoding/json's omitzero that the member is absent.
func (o Optional[T]) IsZero() bool { return !o.present }

// MarshalJSON writes the value or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if o.null || !o.present {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON reads the value or null. It never fails: one member of an unexpected type must not make an answer
// unreadable whose object exists, and bills.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	*o = Optional[T]{}
	if bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		*o = Null[T]()
		return nil
	}
	var value T
	if decode(data, &value) {
		*o = Some(value)
	}
	return nil
}

// ListOrCommas is a list of strings that some deployments send as one string with commas.
type ListOrCommas []string

// UnmarshalJSON reads both.
func (l *ListOrCommas) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) != nil {
		return json.Unmarshal(data, (*[]string)(l))
	}
	*l = ListOrCommas{}
	for element := range strings.SplitSeq(text, ",") {
		if element = strings.TrimSpace(element); element != "" {
			*l = append(*l, element)
		}
	}
	return nil
}
