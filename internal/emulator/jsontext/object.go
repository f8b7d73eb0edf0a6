package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// Over returns an object with given members in the place of its own, and with those of defaults in the place of members
// that are given as nil, and beside those within a given object. It shares no list and no map with the object. decode
// is Strict, or json.Unmarshal to ignore members that the object does not have.
func Over[T, V any](object, defaults T, given map[string]V, decode func([]byte, any) error) (result T, err error) {
	members, usual := Members[json.RawMessage](object), Members[json.RawMessage](defaults)
	for name, value := range given {
		for other := range members { // The library would take the one for the other.
			if other != name && strings.EqualFold(other, name) {
				return result, fmt.Errorf("request body: unknown member %q, as %q is spelled", name, other)
			}
		}
		if any(value) == nil {
			delete(members, name)
			if text, ok := usual[name]; ok {
				members[name] = text
			}
			continue
		}
		if members[name], err = within(usual[name], value); err != nil {
			return result, err
		}
	}
	text, err := json.Marshal(members)
	if err != nil {
		return result, err
	}
	err = decode(text, &result)
	return result, err
}

// within returns a given value as JSON: an object has the members of its default that it does not give.
func within(usual json.RawMessage, given any) (json.RawMessage, error) {
	text, err := json.Marshal(given)
	var members, own map[string]json.RawMessage
	if err != nil || json.Unmarshal(usual, &members) != nil || json.Unmarshal(text, &own) != nil || own == nil {
		return text, err
	}
	for name, value := range members {
		if _, ok := own[name]; !ok {
			own[name] = value
		}
	}
	return json.Marshal(own)
}

// Members returns the members of an object as JSON has them; V is any or json.RawMessage. Objects are plain data of the
// emulator, so Members panics for any other: that is a bug.
func Members[V any](object any) (members map[string]V) {
	text, err := Encode(object)
	if err == nil {
		err = json.Unmarshal(text, &members)
	}
	if err != nil {
		panic(fmt.Sprintf("emulator: %T: %v", object, err))
	}
	return members
}

// Fields returns the members of a struct as JSON has them, before their values are encoded: long lists need a fraction
// of the time of Members.
func Fields(object any) map[string]any {
	members := make(map[string]any, reflect.TypeOf(object).NumField())
	fields(reflect.ValueOf(object), members)
	return members
}

func fields(object reflect.Value, members map[string]any) {
	for field, value := range object.Fields() {
		switch name, option, _ := strings.Cut(field.Tag.Get("json"), ","); {
		case field.Anonymous:
			fields(value, members)
		case option == "omitempty" && value.IsZero():
		default:
			members[name] = value.Interface()
		}
	}
}

// Decode reads JSON with its numbers as they are spelled.
func Decode(text []byte, target any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(target)
}

// Strict reads JSON that a person wrote. It is strict about names, so that a misspelt member of a fault does not make
// it another fault. Its errors are for that person.
func Strict(text []byte, target any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	decoder.UseNumber() // Members of objects are stored as they were sent.
	err := decoder.Decode(target)
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrongType) && wrongType.Field == "": // The library's own words name a Go type.
		return fmt.Errorf("request body: %s is not what belongs here", wrongType.Value)
	case errors.As(err, &wrongType):
		return fmt.Errorf("request body: %s cannot be %s", Place(wrongType), wrongType.Value)
	case err != nil:
		return fmt.Errorf("request body: %w", err)
	}
	return nil
}

// Place returns the names of the members that lead to a value of the wrong type. The library's have those of embedded
// structs too, which begin with a capital letter.
func Place(wrongType *json.UnmarshalTypeError) string {
	isEmbedded := func(name string) bool { return name != "" && unicode.IsUpper(rune(name[0])) }
	return strings.Join(slices.DeleteFunc(strings.Split(wrongType.Field, "."), isEmbedded), ".")
}
