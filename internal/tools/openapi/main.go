// Command openapi writes api/served: the documents of the contract as the service answers them. The emulator starts
// sooner with them than with the YAML that people write.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

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
