package jsontext

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Object returns the members of a value, which encodes as a JSON object. Its numbers are json.Number, so that those
// that float64 cannot hold keep their digits. Values are plain data of the emulator, so Object panics for any other:
// that is a bug.
func Object(value any) map[string]any {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("emulator: %T cannot be encoded: %v", value, err))
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var object map[string]any
	if err := decoder.Decode(&object); err != nil {
		panic(fmt.Sprintf("emulator: %T is no object: %v", value, err))
	}
	return object
}

// WithFloats returns a value whose numbers are float64, at any depth, or json.Number if float64 cannot hold them. It
// changes the objects and lists in place.
func WithFloats(value any) any {
	switch value := value.(type) {
	case json.Number:
		if number, err := value.Float64(); err == nil {
			return number
		}
	case map[string]any:
		for name, member := range value {
			value[name] = WithFloats(member)
		}
	case []any:
		for i, element := range value {
			value[i] = WithFloats(element)
		}
	}
	return value
}
