terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_pod" "example" {
  name         = "trainer"
  image_name   = "registry.example.com/team/trainer:1.4.0"
  gpu_type_ids = ["NVIDIA L40S", "NVIDIA A40"]
}
