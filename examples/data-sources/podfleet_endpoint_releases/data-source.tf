terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_template" "worker" {
  name          = "subtitles"
  image_name    = "registry.example.com/team/subtitles:2.1.0"
  is_serverless = true
}

resource "podfleet_endpoint" "example" {
  name        = "subtitles"
  template_id = podfleet_template.worker.id
}

data "podfleet_endpoint_releases" "example" {
  endpoint_id = podfleet_endpoint.example.id
}

output "latest_release" {
  value = data.podfleet_endpoint_releases.example.releases[0]
}
