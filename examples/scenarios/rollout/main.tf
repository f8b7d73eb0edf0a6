# Roll out a release with -var rolled_release=1.5.0, and roll it back with -var rolled_release=1.4.0.

terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

variable "rolled_release" {
  type    = string
  default = "1.4.0"
}

resource "podfleet_template" "rolled" {
  name          = "diarizer"
  image_name    = "registry.example.com/team/diarizer:${var.rolled_release}"
  is_serverless = true
}

# Over version 2, an apply ends when a worker of the release is ready. A destroy lets jobs end first.
resource "podfleet_endpoint" "rolled" {
  name             = "diarizer"
  template_id      = podfleet_template.rolled.id
  workers_min      = 1
  workers_max      = 3
  wait_for_rollout = true
  drain_timeout    = "5m"

  timeouts {
    update = "20m"
  }
}

# What the workers run, after each change.
data "podfleet_endpoint_workers" "rolled" {
  endpoint_id = podfleet_endpoint.rolled.id
  depends_on  = [podfleet_template.rolled, podfleet_endpoint.rolled]
}

output "rolled_images" {
  value = distinct(data.podfleet_endpoint_workers.rolled.workers[*].image_name)
}
