terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_template" "worker" {
  name          = "thumbnails"
  image_name    = "registry.example.com/team/thumbnails:2.1.0"
  is_serverless = true
}

resource "podfleet_endpoint" "example" {
  name        = "thumbnails"
  template_id = podfleet_template.worker.id
  workers_min = 1
}

# A new value empties the queue.
resource "podfleet_queue_purge" "example" {
  endpoint_id = podfleet_endpoint.example.id

  triggers = {
    input_format = "2"
  }
}
