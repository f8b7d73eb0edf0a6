// Command openapi writes api/served: the documents of the contract as the service answers them. The emulator starts
// sooner with them than with the YAML that people write.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"sigs.k8s.io/yaml"
)

// documents are the files of api/served, each by the YAML that it comes from and what is left out of it.
var documents = map[string]struct {
	source  string
	without func(root map[string]any)
}{
	"openapi.json":           {"openapi.yaml", nil},
	"openapi-v2.json":        {"openapi-v2.yaml", nil},
	"openapi-v2-august.json": {"openapi-v2.yaml", withoutLater},
}

func main() {
	for name := range documents {
		text, err := served("api", name)
		if err == nil {
			err = os.WriteFile(filepath.Join("api", "served", name), text, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "openapi:", err)
			os.Exit(1)
		}
	}
}

// served returns a document as the service answers it: enumerations stand where they apply.
func served(folder, name string) ([]byte, error) {
	from := documents[name]
	text, err := os.ReadFile(filepath.Join(folder, from.source))
	if err != nil {
		return nil, err
	}
	document, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.source, err)
	}
	var root map[string]any
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber() // Numbers keep their spelling.
	if err := decoder.Decode(&root); err != nil {
		return nil, fmt.Errorf("%s: %w", from.source, err)
	}
	if from.without != nil {
		from.without(root)
	}
	if err := inlineEnumerations(root); err != nil {
		return nil, fmt.Errorf("%s: inlining enumerations: %w", from.source, err)
	}
	return json.Marshal(root)
}

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

// rewrite puts what change returns in the place of each member and element of a value, however deep, or removes it if
// it does not stay.
func rewrite(value any, change func(any) (now any, stays bool)) any {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			now, stays := change(member)
			if value[name] = rewrite(now, change); !stays {
				delete(value, name)
			}
		}
	case []any:
		kept := value[:0]
		for _, element := range value {
			if now, stays := change(element); stays {
				kept = append(kept, rewrite(now, change))
			}
		}
		return kept
	}
	return value
}
