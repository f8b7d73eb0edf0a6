# A template with a registry login, which the config_hash in this state is of too, and a pod that is replaced for it.

resource "podfleet_template" "private" {
  name                       = "private"
  image_name                 = "registry.example.com/team/private:1"
  container_registry_auth_id = podfleet_container_registry_auth.login.id
}

resource "podfleet_pod" "private" {
  name         = "private"
  template_id  = podfleet_template.private.id
  compute_type = "CPU"

  lifecycle {
    replace_triggered_by = [podfleet_template.private.config_hash]
  }
}
