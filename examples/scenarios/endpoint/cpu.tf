# Workers without a GPU.
resource "podfleet_endpoint" "cpu" {
  name           = "transcriber-cpu"
  template_id    = podfleet_template.worker.id
  compute_type   = "CPU"
  cpu_flavor_ids = ["cpu3c"]
  vcpu_count     = 4
}
