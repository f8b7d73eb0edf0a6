package importer_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Every line of the summary has the form for its number: for one object, and for two.
func TestRun_numbersInSummary(t *testing.T) {
	t.Parallel()
	for n, want := range map[int][]string{
		1: {
			"  container_registry_auths: the API does not return username, password, password_wo_version. 1 in-place update " +
				"adopts the configured values and sends nothing.",
			"  endpoints: the API does not return template_id. 1 in-place update adopts the configured values and sends " +
				"nothing.",
			"1 endpoint has container settings of its own: the API does not name its template, and no single template is " +
				"proved to have its settings.",
			"Environment variables: 1 object has some. Their names are in comments, and their values stay as they are.",
			"  1 network volume: A state of --exclude-state has it.",
			"  1 pod: Its name does not match --name-regex.",
			"  1 set of registry credentials: Its name does not match --name-regex.",
		},
		2: {
			"  container_registry_auths: the API does not return username, password, password_wo_version. 2 in-place updates " +
				"adopt the configured values and send nothing.",
			"  endpoints: the API does not return template_id. 2 in-place updates adopt the configured values and send nothing.",
			"2 endpoints have container settings of their own: the API does not name their templates, and no single template " +
				"is proved to have the settings of one.",
			"Environment variables: 2 objects have some. Their names are in comments, and their values stay as they are.",
			"  2 network volumes: States of --exclude-state have them.",
			"  2 pods: Their names do not match --name-regex.",
			"  2 sets of registry credentials: Their names do not match --name-regex.",
		},
	} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()
			w := acctest.Start(t)
			w.UseVersion2()
			var managed []string
			for i := range n {
				id := string(rune('a' + i))
				objects(
					t, w,
					[3]any{emulator.KindContainerRegistryAuths, "c" + id, members{"name": "write " + id}},
					[3]any{emulator.KindContainerRegistryAuths, "d" + id, members{"name": "other " + id}},
					[3]any{emulator.KindNetworkVolumes, "v" + id, members{"name": "write", "size": 10, "dataCenterId": "EU-RO-1"}},
					[3]any{emulator.KindPods, "p" + id, members{"name": "other", "imageName": "i:1"}},
					[3]any{emulator.KindTemplates, "t" + id, members{"name": "write " + id, "imageName": "i:" + id,
						"isServerless": true, "volumeInGb": 0, "env": members{"TOKEN": secret}}},
					[3]any{emulator.KindEndpoints, "e" + id, members{"name": "write", "templateId": "t" + id}},
				)
				created, diags := w.Process().Apply("podfleet_endpoint", acctest.Instance{}, acctest.Values{
					"name": "write own", "image_name": "own:1"})
				if created.State == nil {
					t.Fatal(acctest.Text(diags))
				}
				managed = append(managed, `{"attributes": {"id": "v`+id+`"}}`)
			}
			o := options(t, w)
			o.NameRegex = regexp.MustCompile("^write")
			o.ExcludeStates = []string{filepath.Join(t.TempDir(), "state")}
			state := `{"version": 4, "resources": [{"mode": "managed",
				"type": "podfleet_network_volume", "name": "n", "instances": [` + strings.Join(managed, ",") + `]}]}`
			if err := os.WriteFile(o.ExcludeStates[0], []byte(state), 0o600); err != nil {
				t.Fatal(err)
			}
			summary := read(t, o)
			for _, line := range want {
				if !strings.Contains(summary, line+"\n") {
					t.Errorf("no %q in\n%s", line, summary)
				}
			}
		})
	}
}
