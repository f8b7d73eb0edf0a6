package schema

import (
	"fmt"
	"reflect"
	"strings"
)

// Fit gives an answer the form of the document, in place: it removes members that the document does not have, and adds
// those that it requires. An empty text is null where the document allows that. Null, and what is added, is an empty
// value where the document does not allow null.
func (d *Document) Fit(operation string, answer any) any {
	return d.fit(d.definitions[operation+answerOf], answer)
}

func (d *Document) fit(schema, value any) any {
	of, _ := schema.(map[string]any)
	if name, ok := of["$ref"].(string); ok {
		return d.fit(d.definitions[strings.TrimPrefix(name, "#/definitions/")], value)
	}
	if isNull(value) {
		return d.emptyOf(of)
	}
	switch value := value.(type) {
	case string:
		if _, nullable := of["type"].([]any); nullable && value == "" {
			return nil
		}
	case []any:
		for i, element := range value {
			value[i] = d.fit(of["items"], element)
		}
	case []map[string]any:
		for _, element := range value {
			d.fit(of["items"], element)
		}
	case map[string]any:
		return d.fitObject(of, value)
	}
	return value
}

// isNull reports whether JSON has null for a value.
func isNull(value any) bool {
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Map, reflect.Slice, reflect.Pointer:
		return v.IsNil()
	default:
		return false
	}
}

func (d *Document) fitObject(of, object map[string]any) any {
	if by, ok := of["discriminator"].(map[string]any); ok {
		name, _ := within(by, []string{"mapping", fmt.Sprint(object[fmt.Sprint(by["propertyName"])])}).(string)
		return d.fit(d.definitions[strings.TrimPrefix(name, "#/components/schemas/")], object)
	}
	properties, _ := of["properties"].(map[string]any)
	required, _ := of["required"].([]any)
	for _, name := range required {
		if name, _ := name.(string); object[name] == nil {
			object[name] = nil // It may have been missing.
		}
	}
	for name, member := range object {
		if own, has := properties[name]; has {
			object[name] = d.fit(own, member)
		} else if of["additionalProperties"] == false {
			delete(object, name)
		}
	}
	return object
}

// emptyOf returns the empty value of a schema; nil for one that can be null.
func (d *Document) emptyOf(schema map[string]any) any {
	switch schema["type"] {
	case "array":
		return []any{}
	case "object":
		return d.fitObject(schema, map[string]any{})
	case "string":
		return ""
	case "number", "integer":
		return 0
	}
	return nil
}

// Has reports whether a component of the document has a member of a name.
func (d *Document) Has(component, name string) bool {
	return within(d.definitions, []string{component, "properties", name}) != nil
}
