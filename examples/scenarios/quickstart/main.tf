# Serves a model of a team: credentials for the private registry of its image, a
# volume for the model's weights, a template for the workers, an endpoint whose
# workers scale with its jobs, a job that tests every release, and a pod to work
# on the weights.

resource "podfleet_container_registry_auth" "images" {
  # The service cannot change a password, so a new password needs new credentials.
  # With a prefix, they have their own name and can exist before Terraform deletes
  # the old ones, which a template still uses.
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

  # To protect weights that took a night to download, add deletion_protection = true.
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

  # The provider sends these together with env, and stores them neither in the state
  # nor in a plan. To change a value, raise the version too.
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

  # Costs nothing without jobs, and starts a worker for every four jobs.
  workers_min  = 0
  workers_max  = 2
  idle_timeout = 60
  scaler_type  = "REQUEST_COUNT"
  scaler_value = 4
}

# Each plan reads the queue. If it is too long for the test below, the plan fails
# before the apply starts.
data "podfleet_endpoint_health" "serving" {
  endpoint_id = podfleet_endpoint.serving.id

  wait_until = {
    jobs_in_queue_at_most = 20
    timeout               = "2m"
  }
}

# Tests a new endpoint, and each release. If the job fails, the apply fails, and the
# error quotes the worker.
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

  # "EXITED" stops the pod. The service then bills only its disk.
  desired_status = "RUNNING"
}
