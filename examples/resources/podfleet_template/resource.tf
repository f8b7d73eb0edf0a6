terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

variable "model_hub_token" {
  description = "Token that the worker downloads models with."
  type        = string
  ephemeral   = true
  default     = "set TF_VAR_model_hub_token"
}

# Workers of a serverless endpoint.
resource "podfleet_template" "example" {
  name          = "transcriber"
  image_name    = "registry.example.com/team/transcriber:1.4.0"
  is_serverless = true

  container_disk_in_gb = 20
  docker_start_cmd     = ["python", "-m", "transcriber"]
  ports                = []

  env = {
    MODEL = "large-v3"
  }

  # Sent to the service and stored nowhere else. To change it, change the version too.
  env_wo = {
    MODEL_HUB_TOKEN = var.model_hub_token
  }
  env_wo_version = 1

  readme = "Transcribes speech."
}

# For what follows the template: it changes with what a container takes over, and
# with nothing else.
output "transcriber_config" {
  value = podfleet_template.example.config_hash
}

# A pod to work in. category cannot be changed, so a change replaces the
# template; with a prefix the new one can be there before the old one goes.
resource "podfleet_template" "workbench" {
  name_prefix  = "workbench-"
  image_name   = "registry.example.com/team/workbench:2026-05"
  category     = "NVIDIA"
  volume_in_gb = 100

  lifecycle {
    create_before_destroy = true
  }
}
