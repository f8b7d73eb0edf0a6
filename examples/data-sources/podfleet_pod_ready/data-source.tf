terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_pod" "example" {
  name       = "inference"
  image_name = "registry.example.com/team/inference:2.1.0"
  ports      = ["8000/tcp"]
}

# What depends on this data source is created after the pod has answered.
data "podfleet_pod_ready" "example" {
  pod_id = podfleet_pod.example.id
  port   = 8000
  path   = "/health"
}

output "address" {
  value = "http://${data.podfleet_pod_ready.example.public_ip}:${data.podfleet_pod_ready.example.public_port}"
}
