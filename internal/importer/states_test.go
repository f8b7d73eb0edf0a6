package importer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/importer"
)

// The objects of states are left out, in each form of a state, and the names of their resources are not given again.
func TestRun_excludeStates(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(t, w)
	folder := t.TempDir()
	state := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	o := options(t, w)
	o.ExcludeStates = []string{
		state("terraform.tfstate", `{"version": 4, "resources": [
			{"mode": "managed", "type": "podfleet_network_volume", "name": "other", "instances": [
				{"attributes": {"id": "v1"}}, {"attributes": {"id": "gone"}}]},
			{"mode": "data", "type": "podfleet_pod", "name": "read", "instances": [{"attributes": {"id": "p1"}}]},
			{"mode": "managed", "type": "podfleet_endpoint", "name": "serve", "module": "module.m", "instances": [
				{"attributes": {"id": "e1"}}]}]}`),
		state("show.json", `{"format_version": "1.0", "values": {"root_module": {
			"resources": [{"mode": "managed", "type": "podfleet_template", "name": "desk_t2", "values": {"id": "gone"}}],
			"child_modules": [{"child_modules": [{"resources": [
				{"mode": "managed", "type": "podfleet_container_registry_auth", "name": "hub", "values": {"id": "c1"}}]}]}]}}}`),
		state("empty.json", `{"format_version": "1.0"}`),
	}
	summary := read(t, o)
	want := []string{"podfleet_network_volume.data_v2", "podfleet_pod.desk_p1", "podfleet_template.desk_t2_t2",
		"podfleet_template.worker_t1"}
	if got := sortedAddresses(parse(t, contents(t, o.Out))); !slices.Equal(got, want) {
		t.Errorf("%v\n%s", got, summary)
	}
	if !strings.Contains(summary, "  1 endpoint: A state of --exclude-state has it.\n") {
		t.Error(summary)
	}
	for name, content := range map[string]string{"plan": `{"format_version": "1.2", "planned_values": {}}`,
		"text": "hunter2", "old": `{"version": 3, "modules": []}`, "missing": ""} {
		o := options(t, w)
		o.ExcludeStates = []string{filepath.Join(folder, "missing")}
		if name != "missing" {
			o.ExcludeStates = []string{state(name, content)}
		}
		if err := importer.Run(t.Context(), o, &strings.Builder{}); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Resources of other providers in a state can have any form, such as an id that is a number. A resource of this
// provider without text as its id is no state.
func TestRun_excludeStatesOfOtherProviders(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(t, w)
	path := filepath.Join(t.TempDir(), "state")
	for name, state := range map[string]string{
		"state file": `{"version": 4, "resources": [
			{"mode": "managed", "type": "other_project", "name": "p", "instances": [{"attributes": {"id": %s}}]},
			{"mode": "managed", "type": "podfleet_network_volume", "name": "data", "instances": [{"attributes": {"id": %s}}]}]}`,
		"show -json": `{"format_version": "1.0", "values": {"root_module": {"resources": [
			{"mode": "managed", "type": "other_project", "name": "p", "values": {"id": %s}},
			{"mode": "managed", "type": "podfleet_network_volume", "name": "data", "values": {"id": %s}}]}}}`,
	} {
		for _, others := range []string{"12345", "1e400", "null", `["a"]`, `{"b": 1}`, `"text"`} {
			if err := os.WriteFile(path, fmt.Appendf(nil, state, others, `"v1"`), 0o600); err != nil {
				t.Fatal(err)
			}
			o := options(t, w)
			o.Only, o.ExcludeStates = []string{"network_volumes"}, []string{path}
			var summary strings.Builder
			if err := importer.Run(t.Context(), o, &summary); err != nil {
				t.Errorf("%s, %s: %v", name, others, err)
			} else if !strings.Contains(summary.String(), ": 1\n") {
				t.Errorf("%s, %s: %s", name, others, &summary)
			}
		}
		if err := os.WriteFile(path, fmt.Appendf(nil, state, "1", "1"), 0o600); err != nil {
			t.Fatal(err)
		}
		o := options(t, w)
		o.ExcludeStates = []string{path}
		if err := importer.Run(t.Context(), o, &strings.Builder{}); err == nil ||
			!strings.Contains(err.Error(), "neither a state file") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
