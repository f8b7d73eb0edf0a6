package provider_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// moved has an object of each kind, with references between them.
const moved = versions + `
resource "podfleet_container_registry_auth" "hub" {
  name                = "hub"
  username            = "u"
  password_wo         = "hunter2"
  password_wo_version = 1
}
resource "podfleet_network_volume" "data" {
  name           = "data"
  size           = %SIZE%
  data_center_id = "EU-RO-1"
}
resource "podfleet_template" "worker" {
  name                       = "worker"
  image_name                 = "img:1"
  is_serverless              = true
  container_registry_auth_id = podfleet_container_registry_auth.hub.id
  env                        = { MODE = "fast" }
  env_wo                     = { TOKEN = "hunter2" }
  env_wo_version             = 1
  readme                     = "# Title"
}
resource "podfleet_endpoint" "it" {
  name              = "it"
  template_id       = podfleet_template.worker.id
  gpu_type_ids      = ["NVIDIA L4", "NVIDIA A40"]
  network_volume_id = podfleet_network_volume.data.id
  workers_max       = 2
}
resource "podfleet_pod" "it" {
  name              = "it"
  image_name        = "img:1"
  gpu_type_ids      = ["NVIDIA L4"]
  interruptible     = true
  support_public_ip = true
  min_download_mbps = 100
}
`

// The service ends version 1, and the user does what the error says: change the URL, and plan. The plan is empty, and
// changes and the destroy work. After that, each command over version 1 is one error, and sends nothing.
func TestAccMoving_afterTheEnd(t *testing.T) {
	t.Parallel()
	acctest.NeedsCLI(t, "1.11.0")
	w := acctest.Start(t)
	s := w.AttachedWorkspace()
	s.Write("main.tf", strings.Replace(moved, "%SIZE%", "10", 1))
	s.Must(0, "apply", "-auto-approve", "-no-color")
	fault := ended(emulator.AnyOperation)
	fault.Interface = emulator.InterfaceV1
	w.SetFaults(fault)
	output := s.Must(1, "plan", "-no-color")
	if text := strings.Join(strings.Fields(output), " "); !strings.Contains(text, endedSummary) ||
		!strings.Contains(text, "set rest_url to the base URL of version 2") {
		t.Errorf("the error does not lead to version 2:\n%s", output)
	}
	s.Setenv("PODFLEET_REST_URL", w.RESTURL2())
	w.ClearJournal()
	if output := s.Must(0, "plan", "-detailed-exitcode", "-no-color"); strings.Contains(output, "Warning: Not") {
		t.Errorf("the plan warns although nothing changes:\n%s", output)
	}
	w.ExpectWrites()
	s.Write("main.tf", strings.Replace(moved, "%SIZE%", "20", 1))
	s.Must(0, "apply", "-auto-approve", "-no-color")
	w.ExpectWrites("UpdateNetworkVolume")
	s.Write("main.tf", strings.Replace(moved, "%SIZE%", "30", 1))
	s.Must(0, "plan", "-out=saved", "-no-color")
	s.Setenv("PODFLEET_REST_URL", w.RESTURL())
	w.ClearJournal()
	const oneWay = "Error: Version 2 has written the state"
	for _, command := range [][]string{{"plan"}, {"destroy", "-auto-approve"}, {"apply", "saved"}} {
		output := s.Must(1, append([]string{command[0], "-no-color"}, command[1:]...)...)
		if strings.Count(output, "Error: ") != 1 || !strings.Contains(output, oneWay) {
			t.Errorf("%v: %s", command, output)
		}
	}
	w.ExpectRequests()
	s.Setenv("PODFLEET_REST_URL", w.RESTURL2())
	s.Must(0, "destroy", "-auto-approve", "-no-color")
	for _, kind := range acctest.Kinds {
		if left := w.Objects(kind); len(left) != 0 {
			t.Errorf("%s left behind: %v", kind, left)
		}
	}
}
