# Comes up on an A40, or with more of a smaller type, if no L40S is free. Tries again for up to ten minutes.
resource "podfleet_pod" "fallback" {
  name         = "fallback"
  image_name   = "registry.example.com/team/trainer:3.1"
  gpu_type_ids = ["NVIDIA L40S"]

  alternatives = [
    { gpu_type_ids = ["NVIDIA A40"] },
    { gpu_type_ids = ["NVIDIA L4"], gpu_count = 2 },
  ]
  wait_for_capacity = "10m"

  timeouts {
    create = "30m"
  }
}

output "fallback_placement" {
  description = "0 for an L40S, 1 for an A40, 2 for two L4."
  value       = podfleet_pod.fallback.placement
}
