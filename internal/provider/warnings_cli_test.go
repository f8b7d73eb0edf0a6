package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The CLI shows one of several warnings with the same summary. Of three objects of a kind it shows the IDs of all,
// although their names are equal.
func TestAccWarnings_nameEachObject(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t).InTurns()
	s := w.Workspace()
	config := func(kept, disk, gpus int) string {
		return versions + fmt.Sprintf(`
resource "podfleet_network_volume" "data" {
  count          = %[1]d
  name           = "data"
  size           = 20
  data_center_id = "EU-RO-1"
}
resource "podfleet_pod" "old" {
  count          = %[1]d
  name           = "old"
  image_name     = "img:1"
  wait_for_ready = false
}
resource "podfleet_pod" "desk" {
  count                = 3
  name                 = "desk"
  image_name           = "img:1"
  container_disk_in_gb = %[2]d
  wait_for_ready       = false
}
resource "podfleet_template" "worker" {
  count         = 3
  name          = "worker-${count.index}"
  image_name    = "img:1"
  is_serverless = true
  env           = { MODE = "fast" }
}
resource "podfleet_endpoint" "serve" {
  count       = 3
  name        = "serve"
  template_id = podfleet_template.worker[count.index].id
  gpu_count   = %[3]d
}
`, kept, disk, gpus)
	}
	s.Write("main.tf", config(3, 50, 1))
	s.Must(0, "apply", "-auto-approve", "-no-color")

	var wanted []string
	wants := func(summary, entity, name, id string) {
		wanted = append(wanted, fmt.Sprintf("Warning: %s: %s %q (%s)\n", summary, entity, name, id))
	}
	changed := config(0, 60, 2)
	for i := range 3 {
		login, err := w.Client().ContainerRegistryAuths.Create(t.Context(), api.ContainerRegistryAuthCreate{
			Name: fmt.Sprint("hub-", i), Username: "ci", Password: "x"})
		if err != nil {
			t.Fatal(err)
		}
		wants("Value not verified after import", "container registry auth", fmt.Sprint("hub-", i), login.Object.ID)
		changed += fmt.Sprintf(`
import {
  to = podfleet_container_registry_auth.hub[%d]
  id = %q
}
`, i, login.Object.ID)
	}
	s.Write("main.tf", changed+`
resource "podfleet_container_registry_auth" "hub" {
  count    = 3
  name     = "hub-${count.index}"
  username = "ci"
  password = "x"
}
`)
	for _, of := range []struct{ summary, entity, kind, name string }{
		{"Deleting a network volume deletes its data", "network volume", emulator.KindNetworkVolumes, "data"},
		{"Deleting a running pod", "pod", emulator.KindPods, "old"},
		{"The container disk will be erased", "pod", emulator.KindPods, "desk"},
		{"Rolling update of the endpoint", "endpoint", emulator.KindEndpoints, "serve"},
		{"Environment variables were changed outside of Terraform", "template", emulator.KindTemplates, "worker-"},
	} {
		for _, object := range w.Objects(of.kind) {
			id, name := fmt.Sprint(object["id"]), fmt.Sprint(object["name"])
			if !strings.HasPrefix(name, of.name) {
				continue
			}
			wants(of.summary, of.entity, name, id)
			if of.kind != emulator.KindTemplates {
				continue
			}
			if err := w.PatchObject(of.kind, id, map[string]any{"env": map[string]any{"MODE": "slow"}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	output := s.Must(0, "plan", "-no-color")
	for _, warning := range wanted {
		if !strings.Contains(output, warning) {
			t.Errorf("no %s", warning)
		}
	}
	if len(wanted) != 18 || strings.Contains(output, "more similar warning") || t.Failed() {
		t.Errorf("%d warnings wanted:\n%s", len(wanted), output)
	}
}
