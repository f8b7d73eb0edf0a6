terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_template" "worker" {
  name          = "subtitles"
  image_name    = "registry.example.com/team/subtitles:2.1.0"
  is_serverless = true
}

resource "podfleet_endpoint" "example" {
  name        = "subtitles"
  template_id = podfleet_template.worker.id
  workers_min = 1
}

# Before a test of the endpoint: terraform apply -invoke=action.podfleet_endpoint_await.example
action "podfleet_endpoint_await" "example" {
  config {
    endpoint_id   = podfleet_endpoint.example.id
    workers_ready = 1

    timeouts {
      invoke = "20m"
    }
  }
}
