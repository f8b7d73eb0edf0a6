terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_pod" "workbench" {
  name         = "workbench"
  image_name   = "registry.example.com/team/workbench:2026-05"
  gpu_type_ids = ["NVIDIA L40S"]
}

# A pod that another configuration manages, by its name. Here depends_on makes it
# exist first.
data "podfleet_pod" "example" {
  name       = "workbench"
  depends_on = [podfleet_pod.workbench]
}

output "ssh" {
  value = try("${data.podfleet_pod.example.public_ip}:${data.podfleet_pod.example.port_mappings["22"]}", "not ready")
}
