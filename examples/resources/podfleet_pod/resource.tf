terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_network_volume" "datasets" {
  name           = "datasets"
  size           = 100
  data_center_id = "EU-RO-1"
}

# A machine to train on. The first kind of GPU that is free will do.
resource "podfleet_pod" "example" {
  name              = "trainer"
  image_name        = "registry.example.com/team/trainer:1.4.0"
  gpu_type_ids      = ["NVIDIA L40S", "NVIDIA A40"]
  gpu_type_priority = "custom"
  network_volume_id = podfleet_network_volume.datasets.id
  ports             = ["8888/http", "22/tcp"]

  env = {
    DATASET = "/workspace/datasets/2026-05"
  }

  # A new value restarts the pod, and does nothing else.
  restart_triggers = {
    settings = "v1"
  }

  timeouts {
    create = "20m"
  }
}

# Version 2 of the management interface returns the command line. There,
# start_ssh = true gives the pod the account's SSH keys.
output "ssh" {
  value = try(
    podfleet_pod.example.ssh.direct.command,
    "ssh root@${podfleet_pod.example.public_ip} -p ${podfleet_pod.example.port_mappings["22"]}",
    "not yet",
  )
}

# A pod from a template takes over what is not said here. It does not follow
# later changes of the template; replace_triggered_by makes it. Replacing a pod
# deletes its volume.
resource "podfleet_template" "workbench" {
  name         = "workbench"
  image_name   = "registry.example.com/team/workbench:2026-05"
  volume_in_gb = 50
}

resource "podfleet_pod" "workbench" {
  name           = "workbench"
  template_id    = podfleet_template.workbench.id
  compute_type   = "CPU"
  vcpu_count     = 4
  desired_status = "EXITED" # "RUNNING" starts it

  lifecycle {
    replace_triggered_by = [podfleet_template.workbench.config_hash]
  }
}
