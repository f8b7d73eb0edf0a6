package provider_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// Core begins a destroy with a normal plan of the configuration, and does not tell the provider. So no plan fails
// because of changes that the service does not make to existing objects: the apply fails, and the destroy deletes all
// of them. The apply sends no update that the provider knows the service refuses. Its process has not read that the
// template is one for pods: there the service refuses.
func TestAccDestroy_afterARefusedApply(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t).InTurns()
	s := w.Workspace()
	config := versions + `
resource "podfleet_network_volume" "data" {
  name           = "data"
  size           = 20
  data_center_id = "EU-RO-1"
}

resource "podfleet_pod" "desk" {
  image_name     = "img:1"
  volume_in_gb   = 30
  wait_for_ready = false
}

resource "podfleet_template" "worker" {
  name          = "worker"
  image_name    = "img:1"
  is_serverless = true
}

resource "podfleet_template" "desk" {
  name       = "desk"
  image_name = "img:1"
}

resource "podfleet_endpoint" "serve" {
  name        = "serve"
  template_id = podfleet_template.worker.id
}

resource "podfleet_queue_purge" "once" {
  endpoint_id = podfleet_endpoint.serve.id
}
`
	s.Write("main.tf", config)
	s.Must(0, "apply", "-auto-approve", "-no-color")
	refused := strings.NewReplacer("= 20", "= 10", "= 30", "= 20", "podfleet_template.worker.id",
		"podfleet_template.desk.id").Replace(config)
	s.Write("main.tf", refused)
	w.ClearJournal()
	expect := func(output string, summaries ...string) {
		t.Helper()
		for _, summary := range summaries {
			if !strings.Contains(output, summary) {
				t.Errorf("no %q in:\n%s", summary, output)
			}
		}
	}
	expect(s.Must(0, "plan", "-no-color"), "Warning: The volume is larger than configured: network volume",
		"Warning: The volume is larger than configured: pod", "Warning: The template is one for pods")
	expect(s.Must(1, "apply", "-auto-approve", "-no-color"), "Error: The template is one for pods")
	w.ExpectWrites()
	s.Setenv("PODFLEET_QUEUE_URL", "") // A finished purge does not need it.
	s.Must(0, "destroy", "-auto-approve", "-no-color")
	for _, kind := range []string{"networkVolumes", "pods", "templates", "endpoints"} {
		if left := w.Objects(kind); len(left) != 0 {
			t.Errorf("%s are left: %v", kind, left)
		}
	}
}
