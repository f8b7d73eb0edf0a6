package provider_test

import (
	"fmt"
	"maps"
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

// retired are the recorded attributes that are gone, by type. The framework leaves out of a state what the schema does
// not have: the stored states have them, and plan empty. A line of recordedIn keeps each name for its type.
var retired = map[string][]string{"podfleet_job": {"max_retries", "mode"}}

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
		case is == "" && slices.Contains(retired[typeName], path):
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
