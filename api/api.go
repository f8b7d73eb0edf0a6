// Package api holds the service's contract in machine-readable form. It is the arbiter between client and emulator:
// each reads the written contract, CONTRACT.md and CONTRACT-V2.md, for itself, and tests hold both to these documents.
//
// People write openapi.yaml and openapi-v2.yaml, and `make generate` writes served.
package api

import _ "embed"

var (
	//go:embed served/openapi.json
	version1 []byte
	//go:embed served/openapi-v2.json
	version2 []byte
	//go:embed served/openapi-v2-august.json
	version2August []byte
)

// JSON returns the OpenAPI document of version 1 and the queue as the service answers it at GET /openapi.json: each
// enumeration stands where it applies, and not behind a $ref. Callers must not change the bytes.
func JSON() []byte { return version1 }

// JSONV2 is the same for version 2 of the management interface, with all that newer deployments have: an object of the
// document with the member "x-since": "later" is missing in older ones.
func JSONV2() []byte { return version2 }

// JSONV2August is the document of deployments that know nothing of what was published later: JSONV2 without all that
// is marked.
func JSONV2August() []byte { return version2August }
