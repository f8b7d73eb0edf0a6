package template_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// What config_hash is for: a pod that names it in replace_triggered_by is replaced with its template's configuration,
// and with nothing else. Only a CLI knows what a change triggers.

const podAddress = "podfleet_pod.it"

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

// withPod is the effect on the pod of a plan that updates the template.
func withPod(pod plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
		plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
		plancheck.ExpectResourceAction(podAddress, pod),
	}}
}

func TestAccTemplate_podFollowsItsConfiguration(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t).InTurns()
	const nothing, replace = plancheck.ResourceActionNoop, plancheck.ResourceActionReplace
	const readme = "readme = \"typo\"\n"
	readmeSent := env.Sent("UpdateTemplate", `{"readme":"typo"}`)
	if env.Version() == 2 { // It has no readme.
		readmeSent = env.Wrote()
	}
	env.Run(
		resource.TestStep{
			Config: env.Config(followed("")), Check: env.Wrote("CreateTemplate", "CreatePod"),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectKnownValue(address, tfjsonpath.New("config_hash"), knownvalue.NotNull()),
			}},
		},
		resource.TestStep{
			Config: env.Config(followed(readme)), ConfigPlanChecks: withPod(nothing),
			Check: readmeSent,
		},
		resource.TestStep{ // Drift, and a configuration that agrees with it.
			PreConfig: func() {
				env.Patch(kind, id(t, env), map[string]any{"containerDiskInGb": 7})
				env.ClearJournal()
			},
			Config:           env.Config(followed(readme + "container_disk_in_gb = 7")),
			ConfigPlanChecks: withPod(replace),
			Check:            env.Wrote("DeletePod", "CreatePod"),
		},
		resource.TestStep{ // The plan does not know the digest.
			Config: env.Config("resource \"terraform_data\" \"late\" { input = \"a\" }\n" +
				followed("env = { LATE = terraform_data.late.output }")),
			ConfigPlanChecks: withPod(replace), Check: env.Wrote("UpdateTemplate", "DeletePod", "CreatePod"),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("config_hash"), knownvalue.NotNull()),
			},
		},
	)
}
