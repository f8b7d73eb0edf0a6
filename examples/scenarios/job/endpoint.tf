# The endpoint of the jobs below.
resource "podfleet_template" "worker" {
  name          = "transcriber-worker"
  image_name    = "registry.example.com/team/transcriber:1.4.0"
  is_serverless = true
}

resource "podfleet_endpoint" "transcriber" {
  name        = "transcriber"
  template_id = podfleet_template.worker.id
  workers_max = 2
}
