# What a team needs to serve a model of its own: credentials for the private
# registry that holds its image, a volume that keeps the model's weights from one
# worker to the next, a template that says how a worker runs, an endpoint whose
# workers come and go with its jobs, a job that tests every release of it, and a
# pod to work on the weights from.

resource "podfleet_container_registry_auth" "images" {
  # The service cannot change a password, so a new one means a new object. With a
  # prefix, the new one has a name of its own and can be there before the old one,
  # which a template still uses, goes.
  name_prefix = "${var.service}-images-"

  username            = var.registry_username
  password_wo         = var.registry_password
  password_wo_version = var.registry_password_version

  lifecycle {
    create_before_destroy = true
  }
}

resource "podfleet_network_volume" "weights" {
  name           = "${var.service}-weights"
  size           = var.weights_size
  data_center_id = var.data_center_id

  # Weights that took a night to download deserve `deletion_protection = true`.
}

resource "podfleet_template" "worker" {
  name          = "${var.service}-worker"
  image_name    = "${var.image}:${var.image_tag}"
  is_serverless = true

  container_registry_auth_id = podfleet_container_registry_auth.images.id
  container_disk_in_gb       = 30
  docker_start_cmd           = ["serve", "--weights", var.weights_path]

  env = {
    LOG_LEVEL     = var.log_level
    MAX_BATCH     = "8"
    WEIGHTS_CACHE = var.weights_path
  }

  # Merged with env on the wire, but never in the state and never in a plan. What is
  # not remembered cannot be compared: raise the version when a value changes.
  env_wo = {
    HUB_TOKEN = var.hub_token
  }
  env_wo_version = var.hub_token_version

  readme = "Workers of ${var.service}. Managed by Terraform: changes made by hand are undone."
}

resource "podfleet_endpoint" "serving" {
  name        = var.service
  template_id = podfleet_template.worker.id

  # The preferred type first; workers run where the weights are.
  gpu_type_ids      = var.gpu_type_ids
  data_center_ids   = [var.data_center_id]
  network_volume_id = podfleet_network_volume.weights.id

  # Costs nothing while nobody asks, and starts a worker for every four jobs.
  workers_min  = 0
  workers_max  = 2
  idle_timeout = 60
  scaler_type  = "REQUEST_COUNT"
  scaler_value = 4
}

# Looked at in each plan. With a long queue the test below would only wait in it,
# and a plan that fails says so earlier.
data "podfleet_endpoint_health" "serving" {
  endpoint_id = podfleet_endpoint.serving.id

  wait_until = {
    jobs_in_queue_at_most = 20
    timeout               = "2m"
  }
}

# Tests the endpoint when it is new, and after each release: if the job fails, so
# does the apply, and the error has what the worker said.
resource "podfleet_job" "smoke_test" {
  endpoint_id = data.podfleet_endpoint_health.serving.endpoint_id
  input       = jsonencode({ audio = "https://example.com/hello.wav", release = var.image_tag })

  triggers = {
    worker = podfleet_template.worker.config_hash
  }

  policy = {
    execution_timeout = 120000
  }

  timeouts {
    create = "10m"
  }
}

resource "podfleet_pod" "workbench" {
  name       = "${var.service}-workbench"
  image_name = "${var.image}-workbench:latest"

  gpu_type_ids      = var.gpu_type_ids
  data_center_ids   = [var.data_center_id]
  network_volume_id = podfleet_network_volume.weights.id
  volume_mount_path = var.weights_path
  ports             = ["22/tcp"]

  container_registry_auth_id = podfleet_container_registry_auth.images.id

  # "EXITED" stops it, and its bill but for the disk.
  desired_status = "RUNNING"
}
