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
	rewrite(root, func(value any) (any, bool) {
		members, _ := value.(map[string]any)
		if reference, ok := members["$ref"].(string); ok && enumerations[reference] != nil {
			return enumerations[reference], true
		}
		return value, true
	})
	return nil
}
