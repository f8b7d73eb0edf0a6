package schema

import (
	"fmt"
	"strings"
)

// Fit gives an answer the form of the document, in place: it removes members that the document does not have. An empty
// text is null where the document allows that, and null is an empty value where it does not.
func (d *Document) Fit(operation string, answer any) any {
	return d.fit(d.definitions[operation+answerOf], answer)
}

func (d *Document) fit(schema, value any) any {
	of, _ := schema.(map[string]any)
	if name, ok := of["$ref"].(string); ok {
		return d.fit(d.definitions[strings.TrimPrefix(name, "#/definitions/")], value)
	}
	switch value := value.(type) {
	case nil:
		return emptyOf(of["type"])
	case string:
		if _, nullable := of["type"].([]any); nullable && value == "" {
			return nil
		}
	case []any:
		for i, element := range value {
			value[i] = d.fit(of["items"], element)
		}
	case map[string]any:
		if by, ok := of["discriminator"].(map[string]any); ok {
			name, _ := within(by, []string{"mapping", fmt.Sprint(value[fmt.Sprint(by["propertyName"])])}).(string)
			return d.fit(d.definitions[strings.TrimPrefix(name, "#/components/schemas/")], value)
		}
		properties, _ := of["properties"].(map[string]any)
		for name, member := range value {
			if own, has := properties[name]; has {
				value[name] = d.fit(own, member)
			} else if of["additionalProperties"] == false {
				delete(value, name)
			}
		}
	}
	return value
}

// emptyOf returns the empty value of a type; nil for one that can be null.
func emptyOf(kind any) any {
	switch kind {
	case "array":
		return []any{}
	case "object":
		return map[string]any{}
	case "string":
		return ""
	case "number":
		return 0
	}
	return nil
}

// Has reports whether a component of the document has a member of a name.
func (d *Document) Has(component, name string) bool {
	return within(d.definitions, []string{component, "properties", name}) != nil
}
