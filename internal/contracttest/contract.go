package contracttest

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"github.com/podfleet/terraform-provider-podfleet/api"
)

// contract is a parsed document, with an index of its operations.
type contract struct {
	document   *openapi3.T
	operations []operation
	version2   bool
}

// operation is one method on one path. The path is cut into elements, that of the interface first; a parameter keeps
// its braces.
type operation struct {
	route    *routers.Route
	elements []string
}

// Each does the slow part once for all tests of a package. It panics if the embedded document is not valid.
var (
	compiled        = sync.OnceValue(func() *contract { return compile(api.JSON()) })
	compiled2       = sync.OnceValue(func() *contract { return compile(api.JSONV2()) })
	compiled2August = sync.OnceValue(func() *contract { return compile(api.JSONV2August()) })
)

func compile(text []byte) *contract {
	document, err := openapi3.NewLoader().LoadFromData(text)
	if err == nil {
		err = document.Validate(context.Background())
	}
	if err != nil {
		panic(fmt.Errorf("the contract is no valid OpenAPI document: %w", err))
	}
	c := &contract{document: document, version2: document.Info.Version == "v2"}
	for path, item := range document.Paths.Map() {
		servers := document.Servers
		if len(item.Servers) > 0 {
			servers = item.Servers
		}
		if len(servers) != 1 {
			panic(fmt.Sprintf("%s is on %d interfaces, not on one", path, len(servers)))
		}
		for method, op := range item.Operations() {
			c.operations = append(c.operations, operation{
				route:    &routers.Route{Spec: document, Path: path, PathItem: item, Method: method, Operation: op},
				elements: strings.Split(servers[0].URL+path, "/"),
			})
		}
	}
	// Of two paths that match, the one with a literal element counts: its brace is behind all letters.
	slices.SortFunc(c.operations, func(a, b operation) int { return slices.Compare(a.elements, b.elements) })
	return c
}

// ofVersion returns the contract of version 1 of the management interface and of the queue, or of version 2.
func ofVersion(version int) *contract {
	if version == 1 {
		return compiled()
	}
	return compiled2()
}

// management is the prefix of version 2's paths where one host has it beside the queue interface.
const management = "/management"

// of returns the contract of a request, and the request's path as that contract has it. Both versions of the management
// interface share the rest of the path's beginning with the queue, so a first element decides that is no endpoint's id.
func of(escapedPath string, august bool) (*contract, string) {
	second := compiled2
	if august {
		second = compiled2August
	}
	if rest, ok := strings.CutPrefix(escapedPath, management); ok && (rest == "/v2" || strings.HasPrefix(rest, queue)) {
		return second(), rest
	}
	if rest, ok := strings.CutPrefix(escapedPath, queue); ok {
		element, _, _ := strings.Cut(rest, "/")
		if slices.Contains(reserved, element) {
			return second(), escapedPath
		}
	}
	return compiled(), escapedPath
}

// reserved are the first elements of version 2's paths (contract-v2 1.1).
var reserved = []string{
	"account", "billing", "catalog", "clusters", "network-volumes", "openapi.json", "pods", "registries", "sandboxes",
	"secrets", "serverless", "tags", "templates",
}

// queue is the prefix of the paths of the queue interface.
const queue = "/v2/"

// handedOn knows the requests that are the worker's to answer (contract 3).
func handedOn(escapedPath string) bool {
	elements := strings.Split(escapedPath, "/")
	return strings.HasPrefix(escapedPath, queue) && len(elements) > 3 && elements[2] != "" && elements[3] == "openai"
}

// find looks the operation up by the escaped path. Ready-made routers look at the decoded one, where an id that holds
// an escaped slash reads like another path.
func (c *contract) find(method, escapedPath string) (*routers.Route, map[string]string, bool) {
	given := strings.Split(escapedPath, "/")
	for _, op := range c.operations {
		if op.route.Method != method {
			continue
		}
		if parameters, ok := match(op.elements, given); ok {
			return op.route, parameters, true
		}
	}
	return nil, nil, false
}

func match(elements, given []string) (parameters map[string]string, ok bool) {
	if len(elements) != len(given) {
		return nil, false
	}
	parameters = make(map[string]string)
	for i, element := range elements {
		name, isParameter := strings.CutPrefix(element, "{")
		if !isParameter {
			if element != given[i] {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(given[i])
		if err != nil || value == "" {
			return nil, false
		}
		parameters[strings.TrimSuffix(name, "}")] = value
	}
	return parameters, true
}

// Read is an operation that only reads.
type Read struct {
	Operation string // its operationId
	// Path is the whole of it, with the version segment, as in "/v1/templates/{templateId}".
	Path string
	// Flags are the parameters of its query that are true or false.
	Flags []string
}

// Reads returns all GETs of a version of the management interface and of the queue, by their paths; a path comes before
// those below it. Paths of version 2 of the management interface begin with /management/v2.
func Reads(version int) []Read {
	reads := readsOf(compiled(), "")
	if version > 1 {
		reads = slices.DeleteFunc(reads, func(r Read) bool { return !strings.HasPrefix(r.Path, queue) })
		reads = append(reads, readsOf(compiled2(), management)...)
	}
	slices.SortFunc(reads, func(a, b Read) int { return cmp.Compare(a.Path, b.Path) })
	return reads
}

func readsOf(contract *contract, prefix string) (reads []Read) {
	for _, op := range contract.operations {
		if op.route.Method != http.MethodGet {
			continue
		}
		read := Read{Operation: op.route.Operation.OperationID, Path: prefix + strings.Join(op.elements, "/")}
		for _, parameter := range slices.Concat(op.route.PathItem.Parameters, op.route.Operation.Parameters) {
			in := parameter.Value
			if in.In == openapi3.ParameterInQuery && in.Schema.Value.Type.Is(openapi3.TypeBoolean) {
				read.Flags = append(read.Flags, in.Name)
			}
		}
		reads = append(reads, read)
	}
	return reads
}
