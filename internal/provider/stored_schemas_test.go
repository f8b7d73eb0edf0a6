package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// recordedSchemas are the types of everything that a state has, by its path, by resource type and version of the
// schema: what is in people's states. A line once recorded never changes.
type recordedSchemas map[string]map[int64]map[string]string

// recordedIn is where they are.
const recordedIn = statesDir + "/schemas.json"

// pathsOf spells a type by paths: those of objects with dots, those of elements with [].
func pathsOf(under string, of tftypes.Type, all map[string]string) {
	switch of := of.(type) {
	case tftypes.Object:
		for name, attribute := range of.AttributeTypes {
			pathsOf(strings.TrimPrefix(under+"."+name, "."), attribute, all)
		}
	case tftypes.List:
		all[under] = "list"
		pathsOf(under+"[]", of.ElementType, all)
	case tftypes.Set:
		all[under] = "set"
		pathsOf(under+"[]", of.ElementType, all)
	case tftypes.Map:
		all[under] = "map"
		pathsOf(under+"[]", of.ElementType, all)
	default:
		all[under] = strings.ToLower(strings.TrimPrefix(of.String(), "tftypes."))
	}
}

// schemaProblems returns the faults of a schema for people who have states of its earlier versions, of which stored
// are those that there is a state of.
func schemaProblems(
	typeName string, schema *tfprotov6.Schema, recorded map[int64]map[string]string, stored map[int64]bool,
) []string {
	var problems []string
	tell := func(format string, values ...any) {
		problems = append(problems, typeName+": "+fmt.Sprintf(format, values...))
	}
	now := map[string]string{}
	pathsOf("", schema.ValueType(), now)
	before := recorded[schema.Version]
	for _, path := range slices.Sorted(maps.Keys(before)) {
		switch is, was := now[path], before[path]; {
		case is == "":
			tell("%s is gone, and states of version %d have it: raise the version of the schema, and upgrade them", path,
				schema.Version)
		case is != was:
			tell("%s is a %s, and in states of version %d a %s: raise the version of the schema, and upgrade them", path, is,
				schema.Version, was)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(now)) {
		if before[path] == "" {
			tell("%s of version %d is not recorded: add %q: %q to %s", path, schema.Version, path, now[path], recordedIn)
		}
	}
	for version := int64(0); version == 0 || version < schema.Version; version++ {
		if recorded[version] == nil {
			tell("version %d is not recorded in %s", version, recordedIn)
		}
		if !stored[version] {
			tell("there is no state of version %d in %s: keep one that a provider of that version wrote", version, statesDir)
		}
	}
	return problems
}

// storedVersions are the versions of the schema of which there is a state, by resource type.
func storedVersions(t *testing.T) map[string]map[int64]bool {
	t.Helper()
	all := map[string]map[int64]bool{}
	for _, commit := range storedCommits(t) {
		for _, instance := range readInstances(t, commit) {
			if all[instance.typeName] == nil {
				all[instance.typeName] = map[int64]bool{}
			}
			all[instance.typeName][instance.SchemaVersion] = true
		}
	}
	return all
}

// What is in people's states stays readable: no attribute of a version goes, or changes its type, and of each version
// before the present one there is a state.
func TestStoredState_everySchemaVersion(t *testing.T) {
	t.Parallel()
	var recorded recordedSchemas
	readJSON(t, recordedIn, &recorded)
	stored := storedVersions(t)
	p := acctest.Start(t).Process()
	for _, typeName := range p.Types() {
		for _, problem := range schemaProblems(typeName, p.Schema(typeName), recorded[typeName], stored[typeName]) {
			t.Error(problem)
		}
	}
	for typeName := range recorded {
		if !slices.Contains(p.Types(), typeName) {
			t.Errorf("%s is gone, and people's states have it", typeName)
		}
	}
}

// Every change that makes a state unreadable, or that nobody would notice the next time, is told.
func TestStoredState_schemaProblems(t *testing.T) {
	t.Parallel()
	text := func(name string) *tfprotov6.SchemaAttribute {
		return &tfprotov6.SchemaAttribute{Name: name, Type: tftypes.String}
	}
	nested := func(attributes ...*tfprotov6.SchemaAttribute) *tfprotov6.SchemaAttribute {
		return &tfprotov6.SchemaAttribute{Name: "nested", NestedType: &tfprotov6.SchemaObject{
			Nesting: tfprotov6.SchemaObjectNestingModeSingle, Attributes: attributes,
		}}
	}
	list := func(element tftypes.Type) *tfprotov6.SchemaAttribute {
		return &tfprotov6.SchemaAttribute{Name: "list", Type: tftypes.List{ElementType: element}}
	}
	whole := []*tfprotov6.SchemaAttribute{text("id"), nested(text("a"), text("b")), list(tftypes.String)}
	paths := map[string]string{"id": "string", "nested.a": "string", "nested.b": "string", "list": "list",
		"list[]": "string"}
	for name, test := range map[string]struct {
		version    int64
		attributes []*tfprotov6.SchemaAttribute
		recorded   map[int64]map[string]string
		stored     map[int64]bool
		says       []string
	}{
		"nothing": {0, whole, map[int64]map[string]string{0: paths}, map[int64]bool{0: true}, nil},
		"removed": {0, whole[1:], map[int64]map[string]string{0: paths}, map[int64]bool{0: true}, []string{"id is gone"}},
		"renamed": {0, append(slices.Clone(whole[1:]), text("uuid")), map[int64]map[string]string{0: paths},
			map[int64]bool{0: true}, []string{"id is gone", "uuid of version 0 is not recorded"}},
		"removed within": {0, []*tfprotov6.SchemaAttribute{whole[0], nested(text("a")), whole[2]},
			map[int64]map[string]string{0: paths}, map[int64]bool{0: true}, []string{"nested.b is gone"}},
		"another type": {0, []*tfprotov6.SchemaAttribute{whole[0], whole[1], text("list")},
			map[int64]map[string]string{0: paths}, map[int64]bool{0: true},
			[]string{"list is a string, and in states of version 0 a list", "list[] is gone"}},
		"other elements": {0, []*tfprotov6.SchemaAttribute{whole[0], whole[1], list(tftypes.Number)},
			map[int64]map[string]string{0: paths}, map[int64]bool{0: true}, []string{"list[] is a number"}},
		"raised": {1, whole[1:], map[int64]map[string]string{0: paths, 1: {"nested.a": "string", "nested.b": "string",
			"list": "list", "list[]": "string"}}, map[int64]bool{0: true}, nil},
		"raised without a state": {2, whole, map[int64]map[string]string{0: paths, 1: paths, 2: paths},
			map[int64]bool{0: true}, []string{"there is no state of version 1"}},
		"raised without the record of what was": {2, whole, map[int64]map[string]string{0: paths, 2: paths},
			map[int64]bool{0: true, 1: true}, []string{"version 1 is not recorded"}},
		"new, without any": {0, nil, nil, nil, []string{"version 0 is not recorded", "there is no state of version 0"}},
	} {
		schema := &tfprotov6.Schema{Version: test.version, Block: &tfprotov6.SchemaBlock{Attributes: test.attributes}}
		got := schemaProblems("it", schema, test.recorded, test.stored)
		ok := len(got) == len(test.says)
		for i := 0; ok && i < len(got); i++ {
			ok = strings.HasPrefix(got[i], "it: "+test.says[i])
		}
		if !ok {
			t.Errorf("%s: %q, want %q", name, got, test.says)
		}
	}
}

// Every value of a stored state is there after it was read and upgraded: nothing is dropped in silence, as the
// framework does with attributes that it does not know.
func TestStoredState_keepsValues(t *testing.T) {
	t.Parallel()
	for _, commit := range storedCommits(t) {
		p := acctest.Start(t).Process()
		for _, kept := range readInstances(t, commit) {
			if kept.SchemaVersion != p.Schema(kept.typeName).Version {
				continue // An upgrade may change what it likes: its own test knows.
			}
			var want map[string]any
			if err := json.Unmarshal(kept.Attributes, &want); err != nil {
				t.Fatal(err)
			}
			instance := p.StoredAt(kept.typeName, kept.SchemaVersion, string(kept.Attributes))
			got := p.Attributes(kept.typeName, instance.State)
			for name, value := range want {
				attribute, found := got[name]
				if !found || !sameAsJSON(t, attribute, value) {
					t.Errorf("%s: %s.%s: %s was %v and is %s", filepath.Base(commit), kept.typeName, kept.name, name, value,
						attribute)
				}
			}
		}
	}
}

// sameAsJSON reports whether a value of a state says what JSON said. An object may have more members now.
func sameAsJSON(t *testing.T, value tftypes.Value, said any) bool {
	t.Helper()
	var members map[string]tftypes.Value
	if object, ok := said.(map[string]any); ok && value.Type().Is(tftypes.Object{}) && value.As(&members) == nil {
		for name, inner := range object {
			if member, found := members[name]; !found || !sameAsJSON(t, member, inner) {
				return false
			}
		}
		return true
	}
	if value.IsNull() || said == nil {
		return value.IsNull() == (said == nil)
	}
	var elements []tftypes.Value
	if list, ok := said.([]any); ok && value.As(&elements) == nil {
		same := func(a tftypes.Value, b any) bool { return sameAsJSON(t, a, b) }
		return len(list) == len(elements) && !slices.ContainsFunc(list, func(b any) bool {
			return !slices.ContainsFunc(elements, func(a tftypes.Value) bool { return same(a, b) })
		})
	}
	got, err := json.Marshal(plainOf(t, value))
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	return string(got) == string(want)
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
