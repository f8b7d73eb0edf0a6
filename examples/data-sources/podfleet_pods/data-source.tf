terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

data "podfleet_pods" "example" {
  desired_status = "RUNNING"
  gpu_type_ids   = ["NVIDIA L40S", "NVIDIA A40"]
}

# Their cost per hour, in USD.
output "cost_per_hr" {
  value = sum(concat([0], [for p in data.podfleet_pods.example.pods : p.cost_per_hr]))
}
