# A new image, command or variable runs the test again. If the test fails, the apply fails.
resource "podfleet_job" "smoke_test" {
  endpoint_id = podfleet_endpoint.transcriber.id
  input       = jsonencode({ audio = "https://example.com/hello.wav" })
  triggers    = { worker = podfleet_template.worker.config_hash }

  policy = {
    execution_timeout = 120000 # milliseconds
  }

  timeouts {
    create = "10m"
  }
}
