terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# The API key comes from PODFLEET_API_KEY, or from the file that PODFLEET_API_KEY_FILE names.
provider "podfleet" {
  rest_url  = "https://rest.example.com/v2"
  queue_url = "https://queue.example.com/v2" # for jobs
}

# A container on a dedicated GPU machine. It is billed by the hour until you stop or destroy it.
# A stopped pod is billed for its volume.
resource "podfleet_pod" "workbench" {
  name         = "workbench"
  image_name   = "registry.example.com/team/workbench:2026-05"
  gpu_type_ids = ["NVIDIA L40S", "NVIDIA A40"]
}

# A serverless endpoint: a queue of jobs, and workers that scale with it.
resource "podfleet_template" "worker" {
  name          = "transcriber"
  image_name    = "registry.example.com/team/transcriber:1.4.0"
  is_serverless = true
}

resource "podfleet_endpoint" "transcriber" {
  name        = "transcriber"
  template_id = podfleet_template.worker.id
  workers_max = 2
}
