// Package api holds the service's contract in machine-readable form. It is the arbiter between client and emulator:
// each reads the written contract, CONTRACT.md and CONTRACT-V2.md, for itself, and tests hold both to these documents.
package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"sigs.k8s.io/yaml"
)

var (
	//go:embed openapi.yaml
	openapiYAML []byte
	//go:embed openapi-v2.yaml
	openapiV2YAML []byte
)

// JSON returns the OpenAPI document of version 1 and the queue as the service answers it at GET /openapi.json: each
// enumeration stands where it applies, and not behind a $ref. The caller owns the bytes.
func JSON() ([]byte, error) { return owned(version1()) }

// JSONV2 is the same for version 2 of the management interface, with all that newer deployments have: an object of the
// document with the member "x-since": "later" is missing in older ones.
func JSONV2() ([]byte, error) { return owned(version2()) }

// JSONV2August is the document of deployments that know nothing of what was published later: JSONV2 without all that
// is marked.
func JSONV2August() ([]byte, error) { return owned(version2August()) }

// Each does its work once: every emulator serves the same bytes.
var (
	version1 = sync.OnceValues(func() ([]byte, error) {
		return converted("openapi.yaml", openapiYAML)
	})
	version2 = sync.OnceValues(func() ([]byte, error) {
		return converted("openapi-v2.yaml", openapiV2YAML)
	})
	version2August = sync.OnceValues(func() ([]byte, error) {
		return converted("openapi-v2.yaml", openapiV2YAML, withoutLater)
	})
)

// converted reads a document, changes it as told, and puts the enumerations where they apply.
func converted(name string, text []byte, changes ...func(map[string]any)) ([]byte, error) {
	document, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	root, err := decoded(document)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, change := range changes {
		change(root)
	}
	if err := inlineEnumerations(root); err != nil {
		return nil, fmt.Errorf("%s: inlining enumerations: %w", name, err)
	}
	return json.Marshal(root)
}

// decoded reads a JSON object whose numbers keep their spelling.
func decoded(document []byte) (root map[string]any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	err = decoder.Decode(&root)
	return root, err
}

func owned(document []byte, err error) ([]byte, error) { return slices.Clone(document), err }
