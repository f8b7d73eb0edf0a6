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

resource "podfleet_endpoint" "transcriber" {
  name        = "transcriber"
  template_id = podfleet_template.worker.id
  workers_max = 2
}

# A smoke test after each rollout: the apply fails if the new image does not answer.
resource "podfleet_job" "example" {
  endpoint_id = podfleet_endpoint.transcriber.id

  input = jsonencode({
    audio    = "https://example.com/hello.wav"
    language = "en"
  })

  # A new image, another command or other variables run the job anew. Nothing
  # else does, unless the input changes.
  triggers = {
    worker = podfleet_template.worker.config_hash
  }

  # Milliseconds, from 5 s to 7 days.
  policy = {
    execution_timeout = 120000
  }

  # A worker can have bad luck once.
  max_retries = 1

  timeouts {
    create = "10m"
  }
}

output "transcript" {
  value = try(jsondecode(podfleet_job.example.output), null) # null after an import, until the next apply
}
