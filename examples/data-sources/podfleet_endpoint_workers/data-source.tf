terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_template" "worker" {
  name          = "captions"
  image_name    = "registry.example.com/team/captions:2.1.0"
  is_serverless = true
}

resource "podfleet_endpoint" "example" {
  name        = "captions"
  template_id = podfleet_template.worker.id
  workers_min = 1
}

data "podfleet_endpoint_workers" "example" {
  endpoint_id = podfleet_endpoint.example.id
}

output "stale_workers" {
  value = length([for w in data.podfleet_endpoint_workers.example.workers : w.id if w.is_stale])
}
