package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// scriptedService answers every GET with one object, and every list with that object, or as if it were gone.
type scriptedService struct {
	mu     sync.Mutex
	object map[string]any // nil: there is none
	status int            // other than 200: every answer is that error
	asked  int            // how often
}

func (s *scriptedService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	one := strings.Count(strings.Trim(r.URL.Path, "/"), "/") > 1
	answer, status := any([]any{}), http.StatusOK
	switch {
	case s.status != http.StatusOK:
		answer, status = map[string]any{"error": "refused"}, s.status
	case s.object == nil && one:
		answer, status = map[string]any{"error": "not found", "status": http.StatusNotFound}, http.StatusNotFound
	case one:
		object := maps.Clone(s.object)
		if object["id"] != nil { // A template that is asked for has its own id.
			object["id"] = path.Base(r.URL.Path)
		}
		answer = object
	case s.object != nil:
		answer = []any{s.object}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

func (s *scriptedService) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

func (s *scriptedService) answer(object map[string]any, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.object, s.status = object, status
}

// objectOf returns the object of a state as the service has it, by the contract's members.
func objectOf(t *testing.T, members openapi3.Schemas, state map[string]tftypes.Value) map[string]any {
	t.Helper()
	object := map[string]any{}
	for member, of := range members {
		value, found := state[attributeName(member)]
		if member == "networkVolume" {
			if id := state["network_volume_id"]; !id.IsNull() {
				object[member] = map[string]any{"id": plainOf(t, id)}
			}
			continue
		}
		if !found || value.IsNull() {
			continue
		}
		if len(of.Value.Properties) > 0 {
			var inner map[string]tftypes.Value
			if err := value.As(&inner); err != nil {
				t.Fatal(err)
			}
			object[member] = objectOf(t, of.Value.Properties, inner)
			continue
		}
		object[member] = plainOf(t, value)
		if text, isText := object[member].(string); isText && member == "output" {
			object[member] = json.RawMessage(text)
		}
	}
	return object
}

// plainOf is a value as Go's JSON package takes it.
func plainOf(t *testing.T, value tftypes.Value) any {
	t.Helper()
	var (
		text     string
		flag     bool
		number   big.Float
		elements []tftypes.Value
		members  map[string]tftypes.Value
	)
	switch {
	case value.As(&text) == nil:
		return text
	case value.As(&flag) == nil:
		return flag
	case value.As(&number) == nil:
		return json.Number(number.Text('f', -1))
	case value.As(&elements) == nil:
		all := []any{}
		for _, element := range elements {
			all = append(all, plainOf(t, element))
		}
		return all
	case value.As(&members) == nil:
		all := map[string]any{}
		for name, member := range members {
			all[name] = plainOf(t, member)
		}
		return all
	default:
		t.Fatalf("a value of an unknown type: %s", value)
		return nil
	}
}

// answered draws what the service answers of a member.
func (g generator) answered(of *openapi3.Schema, member string) any {
	switch {
	case len(of.Properties) > 0:
		inner := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(of.Properties)) {
			inner[name] = g.answered(of.Properties[name].Value, name)
		}
		return inner
	case member == "output":
		return map[string]any{"b": g.IntN(3)}
	case strings.HasSuffix(member, "PerHr"):
		return []float64{0.34, 0.1, 1.5}[g.IntN(3)]
	case of.Type.Is("boolean"):
		return g.oneIn(2)
	case of.Type.Is("integer"):
		return g.IntN(4)
	case of.Type.Is("number"):
		return []float64{0.34, 0.1, 1.5, 3}[g.IntN(4)]
	case of.Type.Is("array"):
		return []string{"element 1", fmt.Sprint("element ", g.IntN(9))}[:g.IntN(3)]
	case member == "portMappings":
		return map[string]int{"22": g.IntN(9)}
	case of.Type.Is("object"):
		return map[string]string{"KEY_0": g.text(""), "KEY_9": "drift"}
	default:
		return g.text(attributeName(member))
	}
}
