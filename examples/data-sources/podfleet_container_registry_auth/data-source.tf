terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# Registry credentials that another team manages, by their name.
data "podfleet_container_registry_auth" "images" {
  name = "registry-example-com"

  depends_on = [podfleet_container_registry_auth.images] # Only so that this example stands alone.
}

resource "podfleet_template" "worker" {
  name                       = "transcriber"
  image_name                 = "registry.example.com/team/transcriber:1.4.0"
  container_registry_auth_id = data.podfleet_container_registry_auth.images.id
}

# The configuration of the other team.
variable "registry_token" {
  type      = string
  ephemeral = true # Set TF_VAR_registry_token.
}

resource "podfleet_container_registry_auth" "images" {
  name                = "registry-example-com"
  username            = "ci"
  password_wo         = var.registry_token
  password_wo_version = 1
}
