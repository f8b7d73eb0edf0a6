# Needs version 2 of the management interface: a rest_url that ends in /v2.

terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_pod" "database" {
  name              = "database"
  image_name        = "registry.example.com/team/database:16"
  gpu_type_ids      = ["NVIDIA L40S"]
  global_networking = true
}

# It reaches the database by its name in the service's own network.
resource "podfleet_pod" "trainer" {
  name              = "trainer"
  image_name        = "registry.example.com/team/trainer:1.4.0"
  gpu_type_ids      = ["NVIDIA L40S"]
  global_networking = true

  env = {
    DATABASE_HOST = podfleet_pod.database.internal_dns
  }
}
