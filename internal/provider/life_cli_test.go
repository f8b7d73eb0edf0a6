package provider_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The life of every kind as a CLI has it. The tests of each kind drive the provider in process, which is our reading of
// what a CLI does.
func TestAccKinds_life(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t, emulator.Options{AutoAdvance: true}).InTurns()
	w := env.AttachedWorkspace()
	apply := func(name, center, computeType string, writes ...string) {
		t.Helper()
		w.Write("main.tf", acctest.Requirement+strings.NewReplacer("NAME", name, "CENTER", center, "TYPE", computeType).Replace(`
resource "podfleet_container_registry_auth" "it" {
  name     = "life"
  username = "u"
  password = "p"
}
resource "podfleet_template" "it" {
  name                       = "NAME"
  image_name                 = "emulator/echo"
  is_serverless              = true
  container_registry_auth_id = podfleet_container_registry_auth.it.id
}
resource "podfleet_endpoint" "it" {
  name        = "NAME"
  template_id = podfleet_template.it.id
}
resource "podfleet_job" "it" {
  endpoint_id = podfleet_endpoint.it.id
  input       = jsonencode({ a = 1 })
  triggers    = { name = "NAME" }
}
resource "podfleet_network_volume" "it" {
  name           = "NAME"
  size           = 10
  data_center_id = "CENTER"
}
resource "podfleet_pod" "it" {
  name         = "NAME"
  image_name   = "img:1"
  compute_type = "TYPE"
}
`))
		w.Must(0, "apply", "-auto-approve")
		env.ExpectWrites(writes...)
		w.Must(0, "plan", "-detailed-exitcode")
	}
	apply("a", "EU-RO-1", "GPU", "CreateContainerRegistryAuth", "CreateTemplate", "CreateEndpoint", "RunJob",
		"CreateNetworkVolume", "CreatePod")
	copied := strings.Fields(env.Over("", "UpdateEndpoint")) // Over version 2 an endpoint has a copy of its template.
	apply("b", "EU-RO-1", "GPU", append(copied, "UpdateTemplate", "UpdateEndpoint", "RunJob", "UpdateNetworkVolume",
		"UpdatePod")...)
	apply("b", "US-TX-3", "CPU", "DeleteNetworkVolume", "CreateNetworkVolume", "DeletePod", "CreatePod")

	id := func(kind string) string {
		id, _ := env.Objects(kind)[0]["id"].(string)
		return id
	}
	env.Patch("templates", id("templates"), map[string]any{"name": "somebody was here"})
	env.Remove("networkVolumes", id("networkVolumes"))
	apply("b", "US-TX-3", "CPU", "UpdateTemplate", "CreateNetworkVolume")

	for resource, kind := range map[string]string{
		"podfleet_template.it": "templates", "podfleet_network_volume.it": "networkVolumes",
	} {
		w.Must(0, "state", "rm", resource)
		w.Must(0, "import", resource, id(kind))
	}
	w.Must(0, "plan", "-detailed-exitcode")
	w.Must(0, "destroy", "-auto-approve")
	expectNothingLeft(t, env)
}
