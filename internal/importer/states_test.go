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

// The objects of states are left out. Resources of other providers in a state can have any form, such as an id that is
// a number. What is no state is an error that shows nothing of the file, and so is a resource of this provider without
// text as its id.
func TestRun_excludeStates(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	few(w)
	o := options(t, w)
	with := func(content string) string {
		path := filepath.Join(t.TempDir(), "state")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, id := range []string{"12345", "1e400", "null", `["v2"]`, `{"b": 1}`, `"v2"`} {
		o.ExcludeStates = append(o.ExcludeStates, with(fmt.Sprintf(`{"version": 4, "resources": [
			{"mode": "managed", "type": "other_project", "name": "p", "instances": [{"attributes": {"id": %s}}]}]}`, id)))
	}
	o.ExcludeStates = append(o.ExcludeStates, with(`{"version": 4, "resources": []}`), with(`{"version": 4, "resources": [
		{"mode": "managed", "type": "podfleet_network_volume", "name": "other", "instances": [
			{"attributes": {"id": "v1"}}, {"attributes": {"id": "gone"}}]},
		{"mode": "data", "type": "podfleet_pod", "name": "read", "instances": [{"attributes": {"id": "p1"}}]},
		{"mode": "managed", "type": "podfleet_endpoint", "name": "serve", "module": "module.m", "instances": [
			{"attributes": {"id": "e1"}}]}]}`))
	summary := read(t, o)
	want := []string{"podfleet_container_registry_auth.hub_c1", "podfleet_network_volume.data_v2", "podfleet_pod.desk_p1",
		"podfleet_template.desk_t2", "podfleet_template.worker_t1"}
	if got := sortedAddresses(parse(t, contents(t, o.Out))); !slices.Equal(got, want) ||
		!strings.Contains(summary, "  endpoints in a state of --exclude-state: 1\n") {
		t.Errorf("%v\n%s", got, summary)
	}
	o = options(t, w)
	o.ExcludeStates = []string{with("")}
	if _, _, err := importer.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "has no state yet") {
		t.Errorf("an empty file: %v", err)
	}
	for _, content := range []string{`{"format_version": "1.2", "values": {}}`, "hunter2", `{"version": 4}`,
		`{"version": 3, "resources": []}`, `{"version": 4, "resources": [{"mode": "managed", "type": "podfleet_pod",
			"instances": [{"attributes": {"id": 1}}]}]}`} {
		o := options(t, w)
		o.ExcludeStates = []string{with(content)}
		if _, _, err := importer.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "is no state file") ||
			strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", content, err)
		}
	}
}
