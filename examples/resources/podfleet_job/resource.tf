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
}

resource "podfleet_job" "example" {
  endpoint_id = podfleet_endpoint.transcriber.id
  input       = jsonencode({ audio = "https://example.com/hello.wav" })
}

output "transcript" {
  value = try(jsondecode(podfleet_job.example.output), null) # null after an import, until the next apply
}
