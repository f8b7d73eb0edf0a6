package main

import "slices"

// withoutLater removes from a document every object that is marked "x-since": "later", and every reference to one.
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
	remove(root, marked)
}

// isLater tells whether an object has the mark or is a reference to one of the components in marked.
func isLater(value any, marked map[string]bool) bool {
	object, _ := value.(map[string]any)
	reference, _ := object["$ref"].(string)
	return object["x-since"] == "later" || marked[reference]
}

// remove removes the marked objects from a value, however deep, and the names of removed members from their object's
// list of required ones, which OpenAPI does not allow to be empty.
func remove(value any, marked map[string]bool) any {
	switch value := value.(type) {
	case map[string]any:
		if required, ok := value["required"].([]any); ok {
			properties, _ := value["properties"].(map[string]any)
			required = slices.DeleteFunc(required, func(name any) bool {
				text, _ := name.(string)
				return isLater(properties[text], marked)
			})
			if value["required"] = required; len(required) == 0 {
				delete(value, "required")
			}
		}
		for name, member := range value {
			if isLater(member, marked) {
				delete(value, name)
				continue
			}
			value[name] = remove(member, marked)
		}
	case []any:
		value = slices.DeleteFunc(value, func(element any) bool { return isLater(element, marked) })
		for i, element := range value {
			value[i] = remove(element, marked)
		}
		return value
	}
	return value
}
