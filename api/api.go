// Package api holds the service's contract in machine-readable form. It is the arbiter between client and emulator:
// each reads the written contract, CONTRACT.md, for itself, and tests hold both to this document.
package api

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"sigs.k8s.io/yaml"
)

//go:embed openapi.yaml
var openapiYAML []byte

// JSON returns the OpenAPI document as the service answers it at GET /openapi.json: each enumeration stands where it
// applies, and not behind a $ref. The caller owns the bytes.
func JSON() ([]byte, error) {
	document, err := converted()
	return slices.Clone(document), err
}

// converted does its work once: every emulator serves the same bytes.
var converted = sync.OnceValues(func() ([]byte, error) {
	document, err := yaml.YAMLToJSONStrict(openapiYAML)
	if err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	if document, err = inlineEnumerations(document); err != nil {
		return nil, fmt.Errorf("openapi.yaml: inlining enumerations: %w", err)
	}
	return document, nil
})
