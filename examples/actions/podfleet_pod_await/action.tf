terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_pod" "example" {
  name       = "answering"
  image_name = "registry.example.com/team/inference:2.1.0"
  ports      = ["8000/tcp"]
}

# After a deployment: terraform apply -invoke=action.podfleet_pod_await.example
action "podfleet_pod_await" "example" {
  config {
    pod_id = podfleet_pod.example.id
    port   = 8000
    path   = "/health"

    timeouts {
      invoke = "20m"
    }
  }
}
