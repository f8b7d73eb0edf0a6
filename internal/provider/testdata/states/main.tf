terraform {
  required_providers {
    podfleet = { source = "podfleet/podfleet" }
  }
}

resource "podfleet_template" "worker" {
  name           = "worker"
  image_name     = "emulator/echo:1"
  is_serverless  = true
  env            = { MODEL = "large" }
  env_wo         = { TOKEN = "planted-secret" }
  env_wo_version = 1
}

resource "podfleet_template" "imported" {
  name       = "imported"
  image_name = "registry.example.com/team/tool:1"
  env        = { A = "1" }
}

resource "podfleet_template" "prefixed" {
  name_prefix = "workbench-"
  image_name  = "registry.example.com/team/workbench:1"
  env         = { FROM = "template" }
}

resource "podfleet_container_registry_auth" "login" {
  name                = "login"
  username            = "ci"
  password_wo         = "planted-secret"
  password_wo_version = 1
}

resource "podfleet_container_registry_auth" "imported" {
  name                = "known"
  username            = "ci"
  password_wo         = "planted-secret"
  password_wo_version = 1
}

resource "podfleet_network_volume" "data" {
  name                = "data"
  size                = 20
  data_center_id      = "EU-RO-1"
  deletion_protection = true
}

resource "podfleet_endpoint" "worker" {
  name         = "worker"
  template_id  = podfleet_template.worker.id
  gpu_type_ids = ["NVIDIA L40S"]
  workers_max  = 2
}

resource "podfleet_pod" "trainer" {
  name              = "trainer"
  image_name        = "registry.example.com/team/trainer:1"
  gpu_type_ids      = ["NVIDIA L40S", "NVIDIA A40"]
  network_volume_id = podfleet_network_volume.data.id
  env               = { DATASET = "x" }
  env_wo            = { TOKEN = "planted-secret" }
  env_wo_version    = 1
  restart_triggers  = { settings = "v1" }
}

resource "podfleet_pod" "workbench" {
  name           = "workbench"
  template_id    = podfleet_template.prefixed.id
  compute_type   = "CPU"
  vcpu_count     = 4
  desired_status = "EXITED"
}

resource "podfleet_pod" "imported" {
  name       = "stray"
  image_name = "registry.example.com/team/stray:1"
  env        = { B = "2" }
}

resource "podfleet_job" "checked" {
  endpoint_id = podfleet_endpoint.worker.id
  input       = jsonencode({ prompt = "hello" })
  triggers    = { image = podfleet_template.worker.image_name }
}

resource "podfleet_job" "queued" {
  endpoint_id         = podfleet_endpoint.worker.id
  input_wo            = jsonencode({ prompt = "write-only" })
  input_wo_version    = 1
  wait_for_completion = false
}

resource "podfleet_queue_purge" "once" {
  endpoint_id = podfleet_endpoint.worker.id
  triggers    = { input_format = "2" }
  depends_on  = [podfleet_job.checked]
}
