package provider_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

// mutation is one way to change an answer.
type mutation struct {
	says string
	// path leads to the member; empty for the answer as a whole, or for each element of a list.
	path []string
	// value takes the member's place; nil removes the member.
	value json.RawMessage
	// repeats has every element of the member twice.
	repeats bool
	// saysNothing is set if the answer says nothing about the object: it must not be a difference.
	saysNothing bool
	// drifts is set if it says something else than before.
	drifts bool
	// isID is set if the value can be an ID, though not this object's.
	isID bool
}

// aboutID reports whether it is not to be known any more which object this is.
func (m mutation) aboutID() bool {
	return len(m.path) == 1 && m.path[0] == "id" || len(m.path) == 0
}

// mutations are changes to one answer. All members are changed in the same way at once, because they have little to do
// with each other: if that goes wrong, each is changed by itself, to find out which one it was.
type mutations []mutation

func (ms mutations) String() string {
	var paths []string
	for _, m := range ms {
		paths = append(paths, strings.Join(m.path, "."))
	}
	return strings.Join(paths, ", ") + " " + ms[0].says
}

func (ms mutations) aboutID() bool     { return ms[0].aboutID() }
func (ms mutations) saysNothing() bool { return ms[0].saysNothing }
func (ms mutations) drifts() bool      { return ms[0].drifts }

// change reports whether one of the changes is to this member.
func (ms mutations) change(member string) bool {
	return slices.ContainsFunc(ms, func(m mutation) bool { return len(m.path) == 1 && m.path[0] == member })
}

// grouped puts together what can be changed at once: members of one object that are changed in the same way, and of
// which the same is expected.
func grouped(all []mutation) []mutations {
	together := map[string]mutations{}
	for i, m := range all {
		key := fmt.Sprint(m.says, m.saysNothing, m.path[:max(0, len(m.path)-1)])
		if m.aboutID() || m.drifts {
			key = fmt.Sprint(i)
		}
		if m.drifts && strings.HasPrefix(m.path[0], "networkVolumeId") {
			key = fmt.Sprint("networkVolumeId", m.says) // Either member shows the volume.
		}
		together[key] = append(together[key], m)
	}
	groups := make([]mutations, 0, len(together))
	for _, key := range slices.Sorted(maps.Keys(together)) {
		groups = append(groups, together[key])
	}
	return groups
}

// of changes one object.
func (m mutation) of(object any) any {
	if len(m.path) == 0 {
		return m.value
	}
	members, ok := object.(map[string]any)
	if !ok {
		members = map[string]any{}
	}
	name := m.path[0]
	switch old := members[name].(type) {
	case []any:
		if m.repeats {
			members[name] = append(slices.Clone(old), old...)
			return members
		}
	default:
		if m.repeats {
			return members
		}
	}
	switch {
	case len(m.path) > 1:
		inner := m
		inner.path = m.path[1:]
		members[name] = inner.of(members[name])
	case m.value == nil:
		delete(members, name)
	default:
		members[name] = m.value
	}
	return members
}

// in changes an answer: an object, or each element of a list.
func (ms mutations) in(t *testing.T, body []byte) []byte {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var answer any
	if err := decoder.Decode(&answer); err != nil {
		t.Errorf("%s is no JSON: %v", body, err)
		return body
	}
	for _, m := range ms {
		if list, ok := answer.([]any); ok && len(m.path) > 0 {
			for i := range list {
				list[i] = m.of(list[i])
			}
		} else {
			answer = m.of(answer)
		}
	}
	if raw, ok := answer.(json.RawMessage); ok {
		return raw
	}
	changed, err := json.Marshal(answer)
	if err != nil {
		t.Errorf("%s: %v", ms, err)
	}
	return changed
}

// allMutations are all ways to change an answer of a kind.
func allMutations(t *testing.T, p *acctest.Process, typeName string) []mutation {
	t.Helper()
	var all []mutation
	for _, body := range []string{``, `null`, `7`, `"text"`, `true`, `{}`, `[]`, `[[]]`, `[{}]`, `[null]`,
		`{"error":"x"}`, `{"id":"x"`, "\x00", "<!DOCTYPE html><html><title>Sign in</title>", strings.Repeat("[", 20_000)} {
		all = append(all, mutation{says: "is answered with " + body, value: json.RawMessage(body)})
	}
	var walk func(at []string, schema *openapi3.Schema)
	walk = func(at []string, schema *openapi3.Schema) {
		all = append(all, mutation{says: "extra", path: append(slices.Clone(at), "extra"),
			value: json.RawMessage(`{"deep":[1,"x",null]}`), saysNothing: true})
		for member, ref := range schema.Properties {
			path := append(slices.Clone(at), member)
			all = append(all, mutationsOf(p, typeName, path, ref.Value)...)
			modelled := unmodelled[typeName+"."+member] == "" && unmodelled[typeName+"."+attributeName(member)] == ""
			if len(ref.Value.Properties) > 0 && modelled {
				walk(path, ref.Value)
			}
		}
	}
	walk(nil, contracttest.Document(1).Components.Schemas[contractName[typeName]].Value)
	return all
}

// mutationsOf are those of one member.
func mutationsOf(p *acctest.Process, typeName string, path []string, schema *openapi3.Schema) []mutation {
	var all []mutation
	add := func(says, value string, m mutation) {
		m.says, m.path, m.value = says, path, json.RawMessage(value)
		all = append(all, m)
	}
	nothing, drift, anything := mutation{saysNothing: true}, mutation{drifts: true}, mutation{}
	empty := nothing
	if len(path) == 1 && slices.Contains(answeredKinds[typeName].emptyIsAValue, path[0]) {
		empty = drift
	}
	all = append(all, mutation{says: "absent", path: path, saysNothing: true})
	add("null", `null`, nothing)
	shapes := map[string]string{"string": `"text"`, "boolean": `true`, "array": `[{"x":1},null]`, "object": `{"x":[]}`}
	kind := "object"
	for _, one := range []string{"string", "number", "integer", "boolean", "array"} {
		if schema.Type.Is(one) {
			kind = one
		}
	}
	for other, value := range shapes {
		if spelling := path[0] == "dataCenterIds" && other == "string"; other != kind && !spelling { // Both are read.
			add("of another type: "+value, value, nothing)
		}
	}
	switch kind {
	case "string":
		add("a number", `7`, nothing)
		add("empty", `""`, empty)
		// As an id it is part of a path, which servers take up to 64 KB.
		add("huge", `"`+strings.Repeat("x", 50_000)+`"`, mutation{isID: true})
		for _, odd := range []string{"SOMETHING_NEW", "..", "a/b", "name:x", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"} {
			add(odd, `"`+odd+`"`, mutation{isID: true})
		}
	case "number", "integer":
		add("empty text", `""`, nothing)
		add("not a number", `"NaN"`, nothing)
		add("too large", `1e400`, nothing)
		huge := anything
		if kind == "integer" {
			huge = nothing
		}
		add("huge", `9e99`, huge)
		add("huge and precise", `9223372036854775807`, anything)
		add("a fraction", `0.5`, anything)
	case "array":
		add("empty", `[]`, empty)
		add("of wrong elements", `["x",7]`, nothing)
		add("huge", `[`+strings.Repeat(`"x",`, 500)+`"x"]`, anything)
		attribute := attributesOf(p, typeName)[attributeName(path[0])]
		set := attribute != nil && attribute.Type != nil && attribute.Type.Is(tftypes.Set{})
		all = append(all, mutation{says: "repeated", path: path, repeats: true, saysNothing: set})
	case "object":
		add("empty", `{}`, empty)
		add("of wrong elements", `{"A":{}}`, nothing)
		add("of null elements", `{"A":null}`, nothing)
		add("huge", `{"A":1e400}`, nothing)
	}
	return all
}
