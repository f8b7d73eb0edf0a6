terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# All registry credentials with name_prefix = "registry-example-com-". Several of them
# mean that a rotation has not ended.
data "podfleet_container_registry_auths" "images" {
  name_regex = "^registry-example-com-"

  depends_on = [podfleet_container_registry_auth.images] # Only so that this example stands alone.
}

output "credential_ids" {
  value = [for one in data.podfleet_container_registry_auths.images.container_registry_auths : one.id]
}

variable "registry_token" {
  type      = string
  ephemeral = true # Set TF_VAR_registry_token.
}

resource "podfleet_container_registry_auth" "images" {
  name_prefix         = "registry-example-com-"
  username            = "ci"
  password_wo         = var.registry_token
  password_wo_version = 1
}
