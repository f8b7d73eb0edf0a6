package pod_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A plan that changes env names the keys, once, and never a value: in the warning of the reset if there is one. So does
// a refresh that finds them changed. What came from env_wo or from the template is not named.
func TestPod_namesVariables(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"RUNNING", "EXITED"} {
		t.Run(status, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
				t.Helper()
				w := startWith(t, begin)
				p := w.Process()
				config := acctest.Values{
					"template_id": "t1", "wait_for_ready": false, "desired_status": status,
					"env":    map[string]string{"MODE": "fast-value", "LEVEL": "one-value"},
					"env_wo": map[string]string{"TOKENKEY": "hunter2"}, "env_wo_version": 1,
				}
				created, diags := p.Apply(typeName, acctest.Instance{}, config)
				if len(diags) != 0 {
					t.Fatal(acctest.Text(diags))
				}
				plans := func(was acctest.Instance, variables any, want string) {
					t.Helper()
					config["env"] = variables
					diags := p.Plan(typeName, was, config).Diagnostics
					says := acctest.Text(diags)
					wiped := strings.Contains(says, "The container disk will be erased")
					if len(diags) != 1 || !strings.Contains(says, want) || wiped != (status == "RUNNING") ||
						strings.Contains(says, "-value") || strings.Contains(says, "TOKENKEY") {
						t.Errorf("want %q in: %s", want, says)
					}
				}
				plans(created, map[string]string{"MODE": "slow-value", "NEW": "x-value"},
					"changes MODE; removes LEVEL; adds NEW")
				plans(created, nil, "removes LEVEL, MODE")

				object := map[string]any{"MODE": "slow-value", "FOREIGN": "x-value", "TOKENKEY": "hunter3"}
				w.Patch(kind, id(t, w), map[string]any{"env": object})
				drifted, diags := p.Read(typeName, created)
				if says := acctest.Text(diags); len(diags) != 1 ||
					!strings.Contains(says, "outside of Terraform changes MODE; removes LEVEL; adds FOREIGN.") ||
					strings.Contains(says, "-value") || strings.Contains(says, "TOKENKEY") {
					t.Errorf("%s", says)
				}
				plans(drifted, map[string]string{"MODE": "fast-value", "LEVEL": "one-value"},
					"changes MODE; removes FOREIGN; adds LEVEL")

				config["cloud_type"], config["env"] = "COMMUNITY", map[string]string{"MODE": "fast-value"}
				says := acctest.Text(p.Plan(typeName, created, config).Diagnostics)
				if !strings.Contains(says, "removes LEVEL") || strings.Contains(says, "-value") {
					t.Errorf("replaced: %s", says)
				}
			})
		})
	}
}
