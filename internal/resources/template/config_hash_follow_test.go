package template_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// followed is a template, and a pod that is replaced with it.
func followed(arguments string) string {
	return hcl("name = \"web\"\n"+arguments) + `
resource "podfleet_pod" "it" {
  name           = "web"
  template_id    = podfleet_template.it.id
  wait_for_ready = false

  lifecycle {
    replace_triggered_by = [podfleet_template.it.config_hash]
  }
}
`
}

// What config_hash is for: a pod that names it in replace_triggered_by is replaced with its template's configuration,
// and with nothing else. Only a CLI knows what a change triggers.
func TestAccTemplate_podFollowsItsConfiguration(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t).InTurns()
	w := env.AttachedWorkspace()
	for _, step := range []struct {
		config, writes string
		drift          map[string]any
	}{
		{config: followed(""), writes: "CreateTemplate CreatePod"},
		{config: followed(`readme = "typo"`), writes: env.Over("UpdateTemplate", "")}, // Version 2 has no readme.
		{config: followed("readme = \"typo\"\ncontainer_disk_in_gb = 7"), writes: "DeletePod CreatePod",
			drift: map[string]any{"containerDiskInGb": 7}}, // The configuration agrees with it.
		{config: "resource \"terraform_data\" \"late\" { input = \"a\" }\n" +
			followed("env = { LATE = terraform_data.late.output }"), // The plan does not know the digest.
			writes: "UpdateTemplate DeletePod CreatePod"},
	} {
		if step.drift != nil {
			env.Patch(kind, env.OnlyID(kind), step.drift)
		}
		w.Write("main.tf", acctest.Requirement+step.config)
		w.Must(0, "apply", "-auto-approve")
		env.ExpectWrites(strings.Fields(step.writes)...)
		w.Must(0, "plan", "-detailed-exitcode")
	}
	w.Must(0, "destroy", "-auto-approve")
}
