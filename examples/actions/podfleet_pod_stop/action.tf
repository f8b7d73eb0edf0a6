terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# Actions stop this pod in the evening and start it in the morning.
resource "podfleet_pod" "example" {
  name       = "workbench"
  image_name = "registry.example.com/team/workbench:2026-05"

  lifecycle {
    ignore_changes = [desired_status] # The actions start and stop the pod.
  }
}

# In the evening: terraform apply -invoke=action.podfleet_pod_stop.example
action "podfleet_pod_stop" "example" {
  config {
    pod_id = podfleet_pod.example.id
  }
}
