terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_template" "example" {
  name          = "transcriber"
  image_name    = "registry.example.com/team/transcriber:1.4.0"
  is_serverless = true
}
