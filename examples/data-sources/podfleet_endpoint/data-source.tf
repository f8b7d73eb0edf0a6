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

resource "podfleet_endpoint" "serving" {
  name        = "transcriber"
  template_id = podfleet_template.worker.id
}

# An endpoint that another configuration manages, by its name. Here depends_on
# makes it exist first.
data "podfleet_endpoint" "example" {
  name       = "transcriber"
  depends_on = [podfleet_endpoint.serving]
}

output "endpoint_id" {
  value = data.podfleet_endpoint.example.id
}
