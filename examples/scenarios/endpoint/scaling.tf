# No worker runs while the queue is empty. A job that waits longer than 4 seconds starts another worker.
resource "podfleet_endpoint" "scaled" {
  name         = "transcriber-scaled"
  template_id  = podfleet_template.worker.id
  workers_min  = 0
  workers_max  = 3
  idle_timeout = 30
  scaler_type  = "QUEUE_DELAY"
  scaler_value = 4
}
