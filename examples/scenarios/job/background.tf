# The apply submits the job and continues. Later refreshes update the status.
resource "podfleet_job" "batch" {
  endpoint_id         = podfleet_endpoint.transcriber.id
  input               = jsonencode({ bucket = "recordings" })
  wait_for_completion = false

  policy = {
    execution_timeout = provider::podfleet::duration_ms("36h")
    ttl               = provider::podfleet::duration_ms("48h")
  }
}
