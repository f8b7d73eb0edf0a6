package main

import "fmt"

// kind is a resource type of the fleet, with the arguments of a resource called as the number says.
type kind struct {
	resource  string
	arguments string
}

// kinds has a block for each type: the work of the CLI grows with the square of a block.
var kinds = []kind{
	{"podfleet_template", `
  name                 = "fleet-%[1]s"
  image_name           = "registry.example.com/team/fleet:1.4.0"
  is_serverless        = true
  container_disk_in_gb = 20
  docker_start_cmd     = ["python", "-m", "fleet"]
  env                  = { MODEL = "large-v3", NUMBER = "%[1]s" }
  readme               = "One of many."
`},
	{"podfleet_endpoint", `
  name            = "fleet-%[1]s"
  template_id     = podfleet_template.shared.id
  gpu_type_ids    = ["NVIDIA L40S", "NVIDIA A40"]
  data_center_ids = ["EU-RO-1", "EU-SE-1"]
  workers_max     = 1
  idle_timeout    = 30
`},
	{"podfleet_pod", `
  name         = "fleet-%[1]s"
  image_name   = "registry.example.com/team/fleet:1.4.0"
  compute_type = "CPU"
  vcpu_count   = 4
  ports        = ["8888/http", "22/tcp"]
  env          = { MODEL = "large-v3", NUMBER = "%[1]s" }
`},
	{"podfleet_network_volume", `
  name           = "fleet-%[1]s"
  size           = 100
  data_center_id = "EU-RO-1"
`},
	{"podfleet_container_registry_auth", `
  name     = "fleet-%[1]s"
  username = "ci"
  password = "not a secret"
`},
}

// sharedTemplate is the one that all endpoints have. It counts as the first of the templates.
const sharedTemplate = `resource "podfleet_template" "shared" {
  name          = "fleet-shared"
  image_name    = "registry.example.com/team/fleet:1.4.0"
  is_serverless = true
}
`

// configuration returns a fleet of n resources in all, in the CLI's language: a block for each kind, and the shared
// template.
func configuration(n int) string {
	text := providerBlock + sharedTemplate
	for i, kind := range kinds {
		text += fmt.Sprintf("resource %q \"fleet\" {\n  count = %d\n", kind.resource, (n-1+i)/len(kinds)) +
			fmt.Sprintf(kind.arguments+"}\n", "${count.index}")
	}
	return text
}

// providerBlock names the provider. Where the service is, it learns from the environment.
const providerBlock = `terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}
provider "podfleet" {}
`
