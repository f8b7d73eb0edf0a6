package wire

import (
	"net/http"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// Dialect is a way of answering that some deployments have and the published description does not. The contract allows
// all of them. A dialect changes responses on their way out. It changes neither stored objects nor the control
// interface.
type Dialect struct {
	// Name is the name by which a user chooses it.
	Name string
	// Summary says how the answers differ.
	Summary string
	// Rewrite changes one object of a kind, embedded objects included; nil for none. Numbers are json.Number.
	Rewrite func(kind string, object map[string]any)
	// Bodiless are the operations that succeed without a body.
	Bodiless []string
	// Created are the operations that succeed with the status 201.
	Created []string
}

// Dialects are those of a deployment, in the order in which they are applied.
type Dialects struct {
	Chosen []Dialect
	// Embedded has for each kind the members that are objects, or lists of objects, of another kind, and which.
	Embedded map[string]map[string]string
}

func (d Dialects) isBodiless(operation string) bool {
	return slices.ContainsFunc(d.Chosen, func(one Dialect) bool { return slices.Contains(one.Bodiless, operation) })
}

// success returns the status of the answer to a successful request.
func (d Dialects) success(route *Route) int {
	if route.Kind != "" && slices.ContainsFunc(d.Chosen, func(one Dialect) bool {
		return slices.Contains(one.Created, route.Operation)
	}) {
		return http.StatusCreated
	}
	return route.Success
}

// rewritten returns the answer in the dialects: an object, or a list of objects, of a kind.
func (d Dialects) rewritten(kind string, value any) (any, error) {
	if kind == "" || len(d.Chosen) == 0 {
		return value, nil
	}
	text, err := jsontext.Encode(value)
	if err != nil {
		return nil, err
	}
	var answered any
	if err := jsontext.Decode(text, &answered); err != nil {
		return nil, err
	}
	d.rewrite(kind, answered)
	return answered, nil
}

// rewrite changes an object, or each of a list. It changes embedded objects first.
func (d Dialects) rewrite(kind string, value any) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			d.rewrite(kind, element)
		}
	case map[string]any:
		for name, embeddedKind := range d.Embedded[kind] {
			d.rewrite(embeddedKind, value[name])
		}
		for _, one := range d.Chosen {
			if one.Rewrite != nil {
				one.Rewrite(kind, value)
			}
		}
	}
}
