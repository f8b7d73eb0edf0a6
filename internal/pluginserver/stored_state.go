package pluginserver

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// isStored reports whether a text is an object of a type exactly as a CLI stores it in a state: JSON as encoding/json
// writes it, spaces apart, so that members are sorted and none comes twice. It has every member of the type and no
// other, nested ones included, each null or of its own JSON type. The framework reads a text of any other form.
func isStored(text []byte, object tftypes.Object) bool {
	var compact, again bytes.Buffer
	if json.Compact(&compact, text) != nil {
		return false
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var members map[string]any
	if decoder.Decode(&members) != nil || !isOf(members, object) {
		return false
	}
	compact.WriteByte('\n') // Encode ends with one.
	return json.NewEncoder(&again).Encode(members) == nil && bytes.Equal(compact.Bytes(), again.Bytes())
}

// isOf reports whether a value that encoding/json has decoded is null or of a type. No value is of a dynamic type or a
// tuple.
func isOf(value any, of tftypes.Type) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return of.Is(tftypes.String)
	case bool:
		return of.Is(tftypes.Bool)
	case json.Number:
		return of.Is(tftypes.Number) && isPlain(v.String())
	case []any:
		return areOf(v, of)
	case map[string]any:
		return hasMembersOf(v, of)
	default:
		return false
	}
}

// isPlain reports whether a number is a decimal without an exponent, and no negative zero.
func isPlain(number string) bool {
	return !strings.ContainsAny(number, "eE") && !strings.HasPrefix(number, "-0")
}

func areOf(elements []any, of tftypes.Type) bool {
	var each tftypes.Type
	switch t := of.(type) {
	case tftypes.List:
		each = t.ElementType
	case tftypes.Set:
		each = t.ElementType
	default:
		return false
	}
	for _, element := range elements {
		if !isOf(element, each) {
			return false
		}
	}
	return true
}

func hasMembersOf(members map[string]any, of tftypes.Type) bool {
	object, isObject := of.(tftypes.Object)
	if isObject && len(members) != len(object.AttributeTypes) {
		return false
	}
	same, isMap := of.(tftypes.Map)
	for name, value := range members {
		each := same.ElementType
		if isObject {
			each = object.AttributeTypes[name]
		}
		if each == nil || !isOf(value, each) {
			return false
		}
	}
	return isObject || isMap
}
