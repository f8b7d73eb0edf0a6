# A change of the template's image, command, ports, variables or disks replaces the pod.
resource "podfleet_template" "desk" {
  name         = "desk"
  image_name   = "registry.example.com/team/desk:2026-05"
  volume_in_gb = 50
}

resource "podfleet_pod" "desk" {
  name        = "desk"
  template_id = podfleet_template.desk.id

  lifecycle {
    replace_triggered_by = [podfleet_template.desk.config_hash]
  }
}
