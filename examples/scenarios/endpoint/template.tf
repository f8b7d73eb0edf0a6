# The template of the endpoints below.
resource "podfleet_template" "worker" {
  name          = "transcriber-worker"
  image_name    = "registry.example.com/team/transcriber:1.4.0"
  is_serverless = true
}
