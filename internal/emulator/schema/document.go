// Package schema holds requests and answers against the schemas of an OpenAPI document, as a service does that
// publishes one: it finds what is wrong with a request, and takes from an answer what the document does not have. It
// knows the part of OpenAPI 3.0 that the documents in api use, and no operation by name.
package schema

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Document is an OpenAPI document, read for the checks.
type Document struct {
	operations map[string]Operation
	// definitions are the schemas of the document, and those of its operations, each by a name of its own.
	definitions map[string]any
	// compiled are the schemas of operations. The first check makes them: most emulators check nothing.
	compiled func() map[string]*jsonschema.Schema
}

// Operation is one operation of a document.
type Operation struct {
	Method string // in capital letters
	Path   string // below the document's server
	// Query has the names of the parameters of the query.
	Query []string
	// Flags has those of them that are booleans.
	Flags []string
	// HasBody says that the operation needs a body.
	HasBody bool
	// Success is the lowest status of a success with a body; 0 without one.
	Success int
}

// node is an operation as the document has it.
type node struct {
	ID         string           `json:"operationId"`
	Parameters []map[string]any `json:"parameters"`
	Body       body             `json:"requestBody"`
	Responses  map[string]body  `json:"responses"`
}

// body is what has a schema for each type of content.
type body struct {
	Required bool `json:"required"`
	Content  map[string]struct {
		Schema map[string]any `json:"schema"`
	} `json:"content"`
}

func (b body) schema() map[string]any { return b.Content["application/json"].Schema }

// MustParse reads a document that is compiled in, so an error is a bug, here as in later checks.
func MustParse(text []byte) *Document {
	var parsed struct {
		Paths      map[string]map[string]json.RawMessage `json:"paths"`
		Components struct {
			Parameters map[string]map[string]any `json:"parameters"`
			Schemas    map[string]any            `json:"schemas"`
		} `json:"components"`
	}
	must(json.Unmarshal(text, &parsed))
	d := &Document{operations: make(map[string]Operation), definitions: parsed.Components.Schemas}
	for path, item := range parsed.Paths {
		for method, text := range item {
			if !slices.Contains([]string{"get", "put", "post", "patch", "delete"}, method) {
				continue
			}
			var n node
			must(json.Unmarshal(text, &n))
			for i, parameter := range n.Parameters {
				if name, ok := reference(parameter, "parameters"); ok {
					n.Parameters[i] = parsed.Components.Parameters[name]
				}
			}
			of := d.define(n)
			of.Method, of.Path = strings.ToUpper(method), path
			d.operations[n.ID] = of
		}
	}
	translate(d.definitions)
	d.compiled = sync.OnceValue(d.compile)
	return d
}

func must(err error) {
	if err != nil {
		panic("emulator: the document: " + err.Error())
	}
}

// reference returns the name of the component that an object refers to.
func reference(object map[string]any, kind string) (name string, ok bool) {
	text, _ := object["$ref"].(string)
	return strings.CutPrefix(text, "#/components/"+kind+"/")
}

// The parts of an operation that have a schema, behind the operation's name.
const (
	queryOf  = ".query"
	bodyOf   = ".body"
	answerOf = ".answer"
)

// define adds the schemas of an operation to the definitions. The query is one object.
func (d *Document) define(n node) Operation {
	var of Operation
	query := map[string]any{}
	for _, parameter := range n.Parameters {
		if name, ok := parameter["name"].(string); ok && parameter["in"] == "query" {
			of.Query = append(of.Query, name)
			query[name] = parameter["schema"]
			if within(parameter, []string{"schema", "type"}) == "boolean" {
				of.Flags = append(of.Flags, name)
			}
		}
	}
	d.definitions[n.ID+queryOf] = map[string]any{"properties": query}
	if schema := n.Body.schema(); schema != nil {
		of.HasBody = n.Body.Required
		d.definitions[n.ID+bodyOf] = schema
	}
	for status, response := range n.Responses {
		if schema := response.schema(); schema != nil && strings.HasPrefix(status, "2") {
			if code, _ := strconv.Atoi(status); of.Success == 0 || code < of.Success {
				of.Success = code
			}
			d.definitions[n.ID+answerOf] = schema
		}
	}
	return of
}

// Operations returns all operations by their names. The map is the document's.
func (d *Document) Operations() map[string]Operation { return d.operations }

// address is the address of the definitions, whose only use is that references need one.
const address = "https://document/"

const definitions = address + "#/definitions/"

// compile prepares the schemas of all operations.
func (d *Document) compile() map[string]*jsonschema.Schema {
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft4)
	must(compiler.AddResource(address, map[string]any{"definitions": d.definitions}))
	all := make(map[string]*jsonschema.Schema)
	for id := range d.operations {
		for _, part := range []string{id + queryOf, id + bodyOf, id + answerOf} {
			if d.definitions[part] != nil {
				schema, err := compiler.Compile(definitions + part)
				must(err)
				all[part] = schema
			}
		}
	}
	return all
}

// translate changes schemas of OpenAPI 3.0 in place to those of JSON Schema, draft 4, that mean the same.
func translate(value any) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			translate(element)
		}
	case map[string]any:
		if name, ok := reference(value, "schemas"); ok {
			value["$ref"] = "#/definitions/" + name
		}
		if value["nullable"] == true && value["type"] != nil {
			value["type"] = []any{value["type"], "null"}
			delete(value, "nullable") // The document can have one schema in two places.
		}
		for _, member := range value {
			translate(member)
		}
	}
}
