# A change of category replaces the template. With a prefix, the new one can exist beside the old one.
resource "podfleet_template" "workbench" {
  name_prefix  = "workbench-"
  image_name   = "registry.example.com/team/workbench:2026-05"
  category     = "NVIDIA"
  volume_in_gb = 100

  lifecycle {
    create_before_destroy = true
  }
}
