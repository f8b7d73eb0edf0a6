terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# The account's own templates of a team, without the official ones. The list has
# templates that endpoints use, unless include_endpoint_bound = false.
data "podfleet_templates" "team" {
  name_regex = "^speech-"

  depends_on = [podfleet_template.worker] # Only so that this example stands alone.
}

output "images" {
  description = "Image of each serverless template."
  value       = { for template in data.podfleet_templates.team.templates : template.name => template.image_name if template.is_serverless }
}

resource "podfleet_template" "worker" {
  name          = "speech-transcriber"
  image_name    = "registry.example.com/speech/transcriber:1.4.0"
  is_serverless = true
}
