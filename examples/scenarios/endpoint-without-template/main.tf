# Needs version 2 of the management interface: a rest_url that ends in /v2.

terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

variable "hub_token" {
  type      = string
  ephemeral = true # Set TF_VAR_hub_token.
}

resource "podfleet_endpoint" "transcriber" {
  name       = "transcriber"
  image_name = "registry.example.com/team/transcriber:1.4.0"

  container_disk_in_gb = 30
  docker_start_cmd     = ["python", "-u", "handler.py"]

  env            = { MODEL = "large" }
  env_wo         = { HUB_TOKEN = var.hub_token }
  env_wo_version = 1

  # Any GPU type of this pool but one.
  gpu_pools             = ["ADA_48_PRO"]
  excluded_gpu_type_ids = ["NVIDIA L40"]

  workers_max = 3
}
