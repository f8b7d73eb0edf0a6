# The data survives a replacement of the pod.
resource "podfleet_network_volume" "datasets" {
  name           = "datasets"
  size           = 100
  data_center_id = "EU-RO-1"
}

resource "podfleet_pod" "trainer" {
  name              = "trainer"
  image_name        = "registry.example.com/team/trainer:1.4.0"
  gpu_type_ids      = ["NVIDIA L40S", "NVIDIA A40"]
  gpu_type_priority = "custom" # the order of the list decides
  data_center_ids   = [podfleet_network_volume.datasets.data_center_id]
  network_volume_id = podfleet_network_volume.datasets.id

  # A new value restarts the pod, which erases its container disk. The data of the volumes stays.
  restart_triggers = {
    settings = "v1"
  }

  timeouts {
    create = "20m"
  }
}
