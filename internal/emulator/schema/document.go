// Package schema holds JSON values against the schemas of an OpenAPI document, as a service does that publishes one: it
// finds what is wrong with a request, in words, and takes from a response what the document does not have. It knows the
// part of OpenAPI 3.0 that api/openapi-v2.yaml uses, and no operation by name.
package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Document is an OpenAPI document, read for the checks.
type Document struct {
	Paths      map[string]pathItem `json:"paths"`
	Components struct {
		Parameters map[string]*Parameter `json:"parameters"`
		Schemas    map[string]*Schema    `json:"schemas"`
	} `json:"components"`

	operations map[string]Operation
}

// pathItem holds the operations of a path by method. Its other members are skipped.
type pathItem map[string]json.RawMessage

// operationNode is an operation as the document has it.
type operationNode struct {
	ID         string       `json:"operationId"`
	Parameters []*Parameter `json:"parameters"`
	Body       *struct {
		Content content `json:"content"`
	} `json:"requestBody"`
	Responses map[string]struct {
		Content content `json:"content"`
	} `json:"responses"`
}

type content map[string]struct {
	Schema *Schema `json:"schema"`
}

// Operation is one operation of a document.
type Operation struct {
	Method string // in capital letters
	Path   string // below the document's server
	// Query has the parameters of the query.
	Query []*Parameter
	// Body is the schema of the request's body; nil without one.
	Body *Schema
	// Success is the status of a success with a body, and Answer the schema of the body; 0 and nil without one.
	Success int
	Answer  *Schema
}

// Parameter is a parameter of the query.
type Parameter struct {
	Ref     string  `json:"$ref"`
	Name    string  `json:"name"`
	In      string  `json:"in"`
	Explode *bool   `json:"explode"`
	Schema  *Schema `json:"schema"`
}

// Parse reads a document.
func Parse(text []byte) (*Document, error) {
	var d Document
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("the document: %w", err)
	}
	for name, schema := range d.Components.Schemas {
		if err := schema.link(&d); err != nil {
			return nil, fmt.Errorf("schema %s: %w", name, err)
		}
	}
	d.operations = make(map[string]Operation)
	for path, item := range d.Paths {
		for method, text := range item {
			if !slices.Contains([]string{"get", "put", "post", "patch", "delete"}, method) {
				continue
			}
			id, operation, err := d.operation(text)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", method, path, err)
			}
			operation.Method, operation.Path = strings.ToUpper(method), path
			d.operations[id] = operation
		}
	}
	return &d, nil
}

func (d *Document) operation(text json.RawMessage) (id string, of Operation, err error) {
	var node operationNode
	if err := json.Unmarshal(text, &node); err != nil {
		return "", Operation{}, err
	}
	for _, parameter := range node.Parameters {
		if name, ok := strings.CutPrefix(parameter.Ref, "#/components/parameters/"); ok {
			parameter = d.Components.Parameters[name]
		}
		if parameter == nil {
			return "", Operation{}, fmt.Errorf("%s: a parameter leads nowhere", node.ID)
		}
		if parameter.In != "query" {
			continue
		}
		if err := parameter.Schema.link(d); err != nil {
			return "", Operation{}, fmt.Errorf("parameter %s: %w", parameter.Name, err)
		}
		of.Query = append(of.Query, parameter)
	}
	if node.Body != nil {
		of.Body = node.Body.Content["application/json"].Schema
	}
	for status, response := range node.Responses {
		if schema := response.Content["application/json"].Schema; strings.HasPrefix(status, "2") && schema != nil {
			if of.Success, err = strconv.Atoi(status); err != nil {
				return "", Operation{}, err
			}
			of.Answer = schema
		}
	}
	for _, schema := range []*Schema{of.Body, of.Answer} {
		if schema == nil {
			continue
		}
		if err := schema.link(d); err != nil {
			return "", Operation{}, err
		}
	}
	return node.ID, of, nil
}

// Operation returns the operation of a name; false if the document has none.
func (d *Document) Operation(id string) (Operation, bool) {
	operation, ok := d.operations[id]
	return operation, ok
}

// Operations returns the names of all operations, sorted.
func (d *Document) Operations() []string {
	var ids []string
	for id := range d.operations {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
