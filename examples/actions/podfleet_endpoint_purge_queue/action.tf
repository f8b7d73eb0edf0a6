terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_template" "worker" {
  name          = "thumbnails"
  image_name    = "registry.example.com/team/thumbnails:2.1.0"
  is_serverless = true
}

resource "podfleet_endpoint" "example" {
  name        = "thumbnails"
  template_id = podfleet_template.worker.id
  workers_min = 1
}

# Deletes the waiting jobs:
# terraform apply -invoke=action.podfleet_endpoint_purge_queue.example
action "podfleet_endpoint_purge_queue" "example" {
  config {
    endpoint_id = podfleet_endpoint.example.id
  }
}
