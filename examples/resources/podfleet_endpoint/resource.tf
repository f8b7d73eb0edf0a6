terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_template" "worker" {
  name          = "transcriber-worker"
  image_name    = "registry.example.com/team/transcriber:1.4.0"
  is_serverless = true
}

resource "podfleet_endpoint" "example" {
  name        = "transcriber"
  template_id = podfleet_template.worker.id

  # The preferred type first; any of them will do.
  gpu_type_ids    = ["NVIDIA L40S", "NVIDIA A40"]
  data_center_ids = ["EU-RO-1", "EU-SE-1"]

  # Costs nothing while nobody asks; one more worker when a job has waited 4 seconds.
  workers_min  = 0
  workers_max  = 3
  idle_timeout = 30
  scaler_type  = "QUEUE_DELAY"
  scaler_value = 4
}
