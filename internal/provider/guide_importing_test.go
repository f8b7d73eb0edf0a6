package provider_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// The documented import block without a resource block generates one, whose plan is empty. The provider argument has to
// go before that plan.
func TestAccGuideImporting_generated(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t).InTurns()
	web := map[string]any{"name": "web", "imageName": "registry.example.com/team/web:1.4.0",
		"env": map[string]any{"TOKEN": "some-token"}}
	w.Put("templates", "k3v9x0q2ab", web)
	s := w.AttachedWorkspace()
	block := acctest.Requirement + guide(t, "importing", "Generate the configuration")
	s.Write("main.tf", block)
	if output := s.Must(0, "plan", "-no-color", "-generate-config-out=generated.tf"); !strings.Contains(output,
		"1 to import, 0 to add, 0 to change, 0 to destroy") {
		t.Errorf("the generation:\n%s", output)
	}
	if code, output := s.CLI("plan", "-no-color"); code == 0 || !strings.Contains(output, "import provider argument") {
		t.Errorf("the CLI accepts the argument beside the block: %d\n%s", code, output)
	}
	withoutProvider := strings.Replace(block, "  provider = podfleet\n", "", 1)
	if withoutProvider == block {
		t.Fatal("the block does not name the provider")
	}
	s.Write("main.tf", withoutProvider)
	if output := s.Must(0, "apply", "-auto-approve", "-no-color"); !strings.Contains(output,
		"1 imported, 0 added, 0 changed") {
		t.Errorf("the import:\n%s", output)
	}
	w.ExpectWrites()
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
}

// The documented block imports an object by its name. The documented removed block takes it out of the state, and
// leaves it in the service. One instance of for_each leaves by the command of the guide.
func TestAccGuideImporting_removed(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t).InTurns()
	s := w.AttachedWorkspace()
	web := map[string]any{"name": "web", "imageName": "registry.example.com/team/web:1.4.0"}
	w.Put("templates", "k3v9x0q2ab", web)
	s.Write("main.tf", acctest.Requirement+guide(t, "importing", "Import an object"))
	if output := s.Must(0, "apply", "-auto-approve", "-no-color"); !strings.Contains(output, "1 imported, 0 added") {
		t.Errorf("the import:\n%s", output)
	}
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
	s.Write("main.tf", acctest.Requirement+guide(t, "importing", "Stop managing an object"))
	output := s.Must(0, "apply", "-auto-approve", "-no-color")
	for _, want := range []string{"will not be destroyed", "0 to destroy"} {
		if !strings.Contains(output, want) {
			t.Errorf("the plan does not say %q:\n%s", want, output)
		}
	}
	w.ExpectWrites()
	if len(w.Objects("templates")) != 1 || s.Must(0, "state", "list") != "" {
		t.Errorf("templates %v, state %q", w.Objects("templates"), s.Must(0, "state", "list"))
	}
	const instances = `
resource "podfleet_template" "web" {
  for_each   = toset(["blue", "green"])
  name       = "web-${each.key}"
  image_name = "registry.example.com/team/web:1.4.0"
}
`
	s.Write("main.tf", acctest.Requirement+instances)
	s.Must(0, "apply", "-auto-approve", "-no-color")
	s.Must(0, "state", "rm", `podfleet_template.web["blue"]`)
	s.Write("main.tf", acctest.Requirement+strings.Replace(instances, `"blue", `, "", 1))
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
	if len(w.Objects("templates")) != 3 {
		t.Errorf("templates %v", w.Objects("templates"))
	}
}
