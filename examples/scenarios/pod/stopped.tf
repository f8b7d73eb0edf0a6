# A stopped pod. "RUNNING" starts it.
resource "podfleet_pod" "stopped" {
  name           = "weekend"
  image_name     = "registry.example.com/team/workbench:2026-05"
  desired_status = "EXITED"
}
