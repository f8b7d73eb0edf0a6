package main

import "errors"

// inlineEnumerations puts a copy of an enumeration in the place of every $ref to it, and takes its definition away:
// tools read the values where they apply, while the YAML has each list once.
func inlineEnumerations(root map[string]any) error {
	components, _ := root["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	if schemas == nil {
		return errors.New("the document has no schemas")
	}
	enumerations := map[string]any{}
	for name, schema := range schemas {
		if members, ok := schema.(map[string]any); ok && members["enum"] != nil {
			enumerations["#/components/schemas/"+name] = schema
			delete(schemas, name)
		}
	}
	inlined(root, enumerations)
	return nil
}

// inlined replaces the references to targets in a value, however deep. A target refers to nothing.
func inlined(value any, targets map[string]any) any {
	switch value := value.(type) {
	case map[string]any:
		if reference, ok := value["$ref"].(string); ok && targets[reference] != nil {
			return targets[reference]
		}
		for name, member := range value {
			value[name] = inlined(member, targets)
		}
	case []any:
		for i, element := range value {
			value[i] = inlined(element, targets)
		}
	}
	return value
}
