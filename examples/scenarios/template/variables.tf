# Sent together with env, and stored nowhere else. To change the token, change the version too.
variable "model_hub_token" {
  description = "Token that downloads models."
  type        = string
  ephemeral   = true # Set TF_VAR_model_hub_token.
}

resource "podfleet_template" "worker" {
  name          = "transcriber"
  image_name    = "registry.example.com/team/transcriber:1.4.0"
  is_serverless = true

  container_disk_in_gb = 20
  docker_start_cmd     = ["python", "-m", "transcriber"]

  env            = { MODEL = "large-v3" }
  env_wo         = { MODEL_HUB_TOKEN = var.model_hub_token }
  env_wo_version = 1
}

# Changes with the configuration that runs in a container, and with nothing else.
output "transcriber_config" {
  value = podfleet_template.worker.config_hash
}
