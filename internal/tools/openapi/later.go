package main

import "slices"

// withoutLater removes from a document every object that is marked "x-since": "later", every reference to one, and
// the names of removed members from their object's list of required ones.
func withoutLater(root map[string]any) {
	marked := map[string]bool{}
	components, _ := root["components"].(map[string]any)
	for kind, members := range components {
		members, _ := members.(map[string]any)
		for name, component := range members {
			if isLater(component, nil) {
				marked["#/components/"+kind+"/"+name] = true
			}
		}
	}
	rewrite(root, func(value any) (any, bool) {
		object, _ := value.(map[string]any)
		if required, ok := object["required"].([]any); ok {
			properties, _ := object["properties"].(map[string]any)
			required = slices.DeleteFunc(required, func(name any) bool {
				text, _ := name.(string)
				return isLater(properties[text], marked)
			})
			if object["required"] = required; len(required) == 0 { // OpenAPI does not allow that.
				delete(object, "required")
			}
		}
		return value, !isLater(value, marked)
	})
}

// isLater tells whether an object has the mark or is a reference to one of the components in marked.
func isLater(value any, marked map[string]bool) bool {
	object, _ := value.(map[string]any)
	reference, _ := object["$ref"].(string)
	return object["x-since"] == "later" || marked[reference]
}
