# Workers run where the weights are, on one of these GPU types.
resource "podfleet_network_volume" "weights" {
  name           = "weights"
  size           = 50
  data_center_id = "EU-RO-1"
}

resource "podfleet_endpoint" "placed" {
  name              = "transcriber-placed"
  template_id       = podfleet_template.worker.id
  gpu_type_ids      = ["NVIDIA L40S", "NVIDIA A40"]
  data_center_ids   = [podfleet_network_volume.weights.data_center_id]
  network_volume_id = podfleet_network_volume.weights.id
}
