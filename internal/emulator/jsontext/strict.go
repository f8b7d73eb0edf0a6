package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the nesting of a text. No schema of the service comes near.
const maxDepth = 64

// Mismatch says in the service's words why a text is not the required object.
type Mismatch struct {
	Message string
	// Problems are one for each member that is not known.
	Problems []string
}

func (m *Mismatch) Error() string { return m.Message }

func mismatch(format string, args ...any) *Mismatch {
	return &Mismatch{Message: fmt.Sprintf(format, args...)}
}

// DecodeStrict reads a JSON object onto the struct that target points to: exactly the members that it has, each of its
// type, none of them twice, and none null but those tagged as nullable. Members that are left out stay as they are. Its
// errors are of type *Mismatch.
func DecodeStrict(text []byte, target any) error {
	var members map[string]json.RawMessage
	if !utf8.Valid(text) || json.Unmarshal(text, &members) != nil || members == nil {
		return mismatch("request body must be a JSON object")
	}
	known, nullable := membersOf(reflect.TypeOf(target).Elem())
	if err := refuseUnknown(members, known); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // A number too large for this machine is a wrong type like any other.
	if err := refuseNullsAndDuplicates(decoder, nullable, "", 0); err != nil {
		return err
	}
	var wrongType *json.UnmarshalTypeError
	if err := json.Unmarshal(text, target); errors.As(err, &wrongType) {
		return mismatch("%s: %s instead of %s", pathOnWire(wrongType.Field, members), wrongType.Value,
			typeName(wrongType.Type))
	} else if err != nil {
		return mismatch("request body: %v", err)
	}
	return nil
}

// membersOf reads the names of an object's members off its type.
func membersOf(object reflect.Type) (known, nullable map[string]bool) {
	known, nullable = make(map[string]bool), make(map[string]bool)
	for _, field := range reflect.VisibleFields(object) {
		if !field.Anonymous { // The fields of an embedded struct are visible themselves.
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			known[name] = true
			nullable[name] = field.Tag.Get("nullable") == "true"
		}
	}
	return known, nullable
}

// refuseUnknown compares names exactly. The standard library would take "NAME" for "name".
func refuseUnknown(members map[string]json.RawMessage, known map[string]bool) error {
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !known[name] {
			problems = append(problems, fmt.Sprintf("property '%s' is not known", name))
		}
	}
	if len(problems) == 0 {
		return nil
	}
	return &Mismatch{Message: "Extra input keys provided in request body", Problems: problems}
}

// refuseNullsAndDuplicates walks one value of text that is known to be JSON. The standard library reads null as "left
// out" and lets the last of two equal names win.
func refuseNullsAndDuplicates(decoder *json.Decoder, nullable map[string]bool, path string, depth int) error {
	if depth > maxDepth {
		return mismatch("request body is nested too deeply")
	}
	token, err := decoder.Token()
	if err != nil {
		return mismatch("request body: %v", err)
	}
	switch token {
	case nil:
		if nullable[path] {
			return nil
		}
		return mismatch("%s must not be null", path)
	case json.Delim('{'):
		seen := make(map[string]bool)
		for decoder.More() {
			token, err := decoder.Token()
			if err != nil {
				return mismatch("request body: %v", err)
			}
			name := fmt.Sprint(token)
			if seen[name] {
				return mismatch("key %q is there twice", name)
			}
			seen[name] = true
			member := strings.TrimPrefix(path+"."+name, ".")
			if err := refuseNullsAndDuplicates(decoder, nullable, member, depth+1); err != nil {
				return err
			}
		}
	case json.Delim('['):
		for i := 0; decoder.More(); i++ {
			if err := refuseNullsAndDuplicates(decoder, nullable, fmt.Sprintf("%s[%d]", path, i), depth+1); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	if _, err := decoder.Token(); err != nil { // the closing bracket
		return mismatch("request body: %v", err)
	}
	return nil
}

// pathOnWire takes the names of embedded Go structs off the path of a member.
func pathOnWire(path string, members map[string]json.RawMessage) string {
	for {
		head, rest, found := strings.Cut(path, ".")
		if _, isMember := members[head]; isMember || !found {
			return path
		}
		path = rest
	}
}

// typeName names a Go type in the words of the contract.
func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "a boolean"
	case reflect.Int:
		return "an integer"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "an array"
	default:
		return "an object"
	}
}
