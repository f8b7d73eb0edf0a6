package template_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
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
	replaced := []string{"UpdateTemplate", "DeletePod", "CreatePod"}
	drifts := func(members map[string]any) func() {
		return func() {
			t.Helper()
			if err := env.PatchObject(kind, id(t, env), members); err != nil {
				t.Fatal(err)
			}
			env.ClearJournal()
		}
	}
	late := func(value string) string {
		return env.Config(fmt.Sprintf("resource \"terraform_data\" \"late\" { input = %q }\n", value) +
			followed("env = { LATE = terraform_data.late.output }"))
	}
	known := func(check knownvalue.Check) []statecheck.StateCheck {
		return []statecheck.StateCheck{statecheck.ExpectKnownValue(address, tfjsonpath.New("config_hash"), check)}
	}
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
			Config: env.Config(followed("readme = \"typo\"")), ConfigPlanChecks: withPod(nothing),
			Check: readmeSent,
		},
		resource.TestStep{
			Config:           env.Config(followed("timeouts { delete = \"20m\" }\nis_public = true")),
			ConfigPlanChecks: withPod(nothing), Check: env.Wrote("UpdateTemplate"),
		},
		resource.TestStep{ // Drift, and its repair.
			PreConfig: drifts(map[string]any{"containerDiskInGb": 7, "env": map[string]any{"FOREIGN": "1"}}),
			Config:    env.Config(followed("is_public = true")), ConfigPlanChecks: withPod(nothing),
			Check: env.Sent("UpdateTemplate", env.Over(`{"containerDiskInGb":50,"env":{}}`, `{"disk":50,"env":{}}`)),
		},
		resource.TestStep{ // Drift, and a configuration that agrees with it.
			PreConfig:        drifts(map[string]any{"containerDiskInGb": 7}),
			Config:           env.Config(followed("is_public = true\ncontainer_disk_in_gb = 7")),
			ConfigPlanChecks: withPod(replace),
			Check:            env.Wrote("DeletePod", "CreatePod"),
		},
		resource.TestStep{
			Config: env.Config(followed("is_public = true\ncontainer_disk_in_gb = 7\nenv = { MODE = " +
				"\"fast\" }")),
			ConfigPlanChecks: withPod(replace), Check: env.Wrote(replaced...),
		},
		resource.TestStep{Config: late("a"), ConfigPlanChecks: withPod(replace), Check: env.Wrote(replaced...),
			ConfigStateChecks: known(knownvalue.NotNull())},
		resource.TestStep{Config: late("b"), ConfigPlanChecks: withPod(replace), Check: env.Wrote(replaced...),
			ConfigStateChecks: known(knownvalue.NotNull())},
	)
}

// To move the secret variables of an imported template to env_wo replaces no pod; to send them again later does.
func TestAccTemplate_importReplacesNoPod(t *testing.T) {
	t.Parallel()
	acctest.NeedsCLI(t, "1.11.0")
	env := acctest.Start(t).InTurns()
	err := env.PutObject(kind, "t1", map[string]any{
		"name": "web", "imageName": "img:1", "env": map[string]any{"MODE": "fast", "TOKEN": "hunter2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	err = env.PutObject("pods", "p1", map[string]any{
		"name": "web", "templateId": "t1", "imageName": "img:1", "env": map[string]any{"MODE": "fast", "TOKEN": "hunter2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	config := func(version int) string {
		return env.Config(followed(fmt.Sprintf("env = { MODE = \"fast\" }\nenv_wo = { TOKEN = \"hunter2\" }\nenv_wo_version = %d", version)) + `
import {
  to = podfleet_template.it
  id = "t1"
}
import {
  to = podfleet_pod.it
  id = "p1"
}
`)
	}
	const update, replace = plancheck.ResourceActionUpdate, plancheck.ResourceActionReplace
	env.Run(
		// The pod's wait_for_ready is taken over.
		resource.TestStep{Config: config(1), ConfigPlanChecks: withPod(update), Check: env.Wrote()},
		resource.TestStep{Config: config(2), ConfigPlanChecks: withPod(replace),
			Check: env.Wrote("DeletePod", "CreatePod")},
	)
}

// A state that an older provider left has neither the hash nor what goes with it in its private part.
func TestAccTemplate_olderStateReplacesNoPod(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t).InTurns()
	s := env.AttachedWorkspace()
	source := "terraform {\n  required_providers {\n    podfleet = { source = \"podfleet/podfleet\" }\n  }\n}\n"
	s.Write("main.tf", source+followed(`env = { MODE = "fast" }`))
	s.Must(0, "apply", "-auto-approve", "-no-color")
	older(t, filepath.Join(s.Dir, "terraform.tfstate"))
	const changes = 2
	s.Must(0, "plan", "-detailed-exitcode", "-refresh=false", "-no-color")
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
	s.Write("main.tf", source+followed("env = { MODE = \"fast\" }\nis_public = true"))
	s.Must(changes, "plan", "-detailed-exitcode", "-no-color")
	env.ClearJournal()
	s.Must(0, "apply", "-auto-approve", "-no-color")
	env.ExpectWrites("UpdateTemplate")
	s.Write("main.tf", source+followed("env = { MODE = \"slow\" }\nis_public = true"))
	s.Must(0, "apply", "-auto-approve", "-no-color")
	env.ExpectWrites("UpdateTemplate", "DeletePod", "CreatePod")
}

// older takes out of a state file what older versions of the provider did not know of.
func older(t *testing.T, file string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var state map[string]any
	if err := json.Unmarshal(content, &state); err != nil {
		t.Fatal(err)
	}
	taken := 0
	for _, block := range list(t, state["resources"]) {
		for _, instance := range list(t, object(t, block)["instances"]) {
			attributes := object(t, object(t, instance)["attributes"])
			before := len(attributes)
			maps.DeleteFunc(attributes, func(name string, _ any) bool {
				return name == "config_hash" ||
					name == "deletion_protection"
			})
			taken += before - len(attributes)
			if object(t, block)["type"] == typeName { // A pod has always remembered there what came from its template.
				delete(object(t, instance), "private")
			}
		}
	}
	if taken == 0 {
		t.Fatal("the state has nothing that an older one has not")
	}
	if content, err = json.Marshal(state); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, value any) []any {
	t.Helper()
	elements, ok := value.([]any)
	if !ok {
		t.Fatalf("%v is no list", value)
	}
	return elements
}

func object(t *testing.T, value any) map[string]any {
	t.Helper()
	members, ok := value.(map[string]any)
	if !ok {
		t.Fatalf("%v is no object", value)
	}
	return members
}
