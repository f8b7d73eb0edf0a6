# A pod and the workers of an endpoint share the files on the volume.
resource "podfleet_network_volume" "weights" {
  name           = "speech-weights"
  size           = 100
  data_center_id = "EU-RO-1"
}

resource "podfleet_pod" "workbench" {
  name              = "workbench"
  image_name        = "registry.example.com/team/workbench:2026-05"
  data_center_ids   = [podfleet_network_volume.weights.data_center_id]
  network_volume_id = podfleet_network_volume.weights.id
  volume_mount_path = "/weights"
}

resource "podfleet_template" "worker" {
  name              = "speech-worker"
  image_name        = "registry.example.com/speech/worker:1.4.0"
  is_serverless     = true
  volume_mount_path = "/weights"
}

resource "podfleet_endpoint" "speech" {
  name              = "speech"
  template_id       = podfleet_template.worker.id
  data_center_ids   = [podfleet_network_volume.weights.data_center_id]
  network_volume_id = podfleet_network_volume.weights.id
}
