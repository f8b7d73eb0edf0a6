# A new version of the token creates new credentials, moves the template to them, and deletes the old ones.
variable "registry_token" {
  type      = string
  ephemeral = true # Set TF_VAR_registry_token.
}

resource "podfleet_container_registry_auth" "images" {
  name_prefix         = "registry-example-com-"
  username            = "ci"
  password_wo         = var.registry_token
  password_wo_version = 1

  lifecycle {
    create_before_destroy = true
  }
}

resource "podfleet_template" "worker" {
  name                       = "transcriber"
  image_name                 = "registry.example.com/team/transcriber:1.4.0"
  is_serverless              = true
  container_registry_auth_id = podfleet_container_registry_auth.images.id
}
