terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

variable "registry_token" {
  description = "Token that pulls images."
  type        = string
  ephemeral   = true # Set TF_VAR_registry_token.
}

resource "podfleet_container_registry_auth" "example" {
  name                = "registry-example-com"
  username            = "ci"
  password_wo         = var.registry_token
  password_wo_version = 1
}
