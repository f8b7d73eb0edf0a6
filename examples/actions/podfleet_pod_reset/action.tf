terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_pod" "example" {
  name       = "trainer"
  image_name = "registry.example.com/team/trainer:1.4.0"
}

# Erases the container disk: terraform apply -invoke=action.podfleet_pod_reset.example
action "podfleet_pod_reset" "example" {
  config {
    pod_id = podfleet_pod.example.id
  }
}
