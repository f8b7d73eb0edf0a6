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

# Waits for a ready worker. Terraform creates dependent resources after that. If the
# plan changes the endpoint, Terraform reads this data source in the apply.
data "podfleet_endpoint_health" "example" {
  endpoint_id = podfleet_endpoint.example.id

  wait_until = {
    workers_ready = 1
    timeout       = "15m"
  }
}

output "busy" {
  value = data.podfleet_endpoint_health.example.jobs_in_progress
}
