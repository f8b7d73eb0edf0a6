terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

variable "registry_token" {
  description = "Token that images are pulled with."
  type        = string
  ephemeral   = true
  default     = "set TF_VAR_registry_token"
}

resource "podfleet_container_registry_auth" "example" {
  # Every change replaces the login. With a prefix and create_before_destroy, the
  # new one is there, and what uses it has moved over, before the old one goes.
  name_prefix = "registry-example-com-"
  username    = "ci"

  # Sent to the service and stored nowhere else. To rotate it, change the version too.
  password_wo         = var.registry_token
  password_wo_version = 1

  lifecycle {
    create_before_destroy = true
  }
}
