package provider_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// What a run that was killed left over is told or refused where existing_objects says so, and never what this run has
// made: one of equal objects more is no reason to warn.
func TestExistingObjects(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]string{
		"": "^$", "ignore": "^$",
		"warn":  "WARNING: Possible duplicate network volume: .*left1 (\"data\")",
		"error": "ERROR: Cannot create network volume: an equal object exists: .*left1 (\"data\")",
	} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			left := map[string]any{"name": "data", "size": 10, "dataCenterId": "EU-RO-1"}
			if err := env.PutObject("networkVolumes", "left1", left); err != nil {
				t.Fatal(err)
			}
			arguments := acctest.Values{}
			if setting != "" {
				arguments["existing_objects"] = setting
			}
			p := env.Process(arguments)
			apply := func(name string) string {
				config := acctest.Values{"name": name, "size": 10, "data_center_id": "EU-RO-1"}
				_, diags := p.Apply("podfleet_network_volume", acctest.Instance{}, config)
				return acctest.Text(diags)
			}
			for range 2 {
				if says := apply("equal"); says != "" {
					t.Error(says)
				}
			}
			env.ClearJournal()
			says := apply("data")
			if want == "^$" && says != "" {
				t.Error(says)
			}
			for part := range strings.SplitSeq(strings.Trim(want, "^$"), ".*") {
				if !strings.Contains(says, part) {
					t.Errorf("%q is not in %s", part, says)
				}
			}
			if sent := len(env.Requests("CreateNetworkVolume")); (setting == "error") != (sent == 0) {
				t.Errorf("%d creates", sent)
			}
		})
	}
}
