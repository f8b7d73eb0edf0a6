terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# The template that workers run in production.
data "podfleet_template" "worker" {
  name = "transcriber"

  depends_on = [podfleet_template.worker] # Only so that this example stands alone.
}

# The same image and command for a pod, with more log lines.
resource "podfleet_template" "debugging" {
  name       = "${data.podfleet_template.worker.name}-debugging"
  image_name = data.podfleet_template.worker.image_name

  docker_start_cmd = data.podfleet_template.worker.docker_start_cmd
  env              = { LOG_LEVEL = "debug" }
}

# The configuration of production.
resource "podfleet_template" "worker" {
  name          = "transcriber"
  image_name    = "registry.example.com/team/transcriber:1.4.0"
  is_serverless = true

  docker_start_cmd = ["serve", "--model", "large-v3"]
}
