terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_template" "worker" {
  name          = "indexer-worker"
  image_name    = "registry.example.com/team/indexer:2.0.1"
  is_serverless = true
}

resource "podfleet_endpoint" "indexer" {
  name        = "indexer"
  template_id = podfleet_template.worker.id
}

# A batch that takes hours. The apply does not wait for it.
resource "podfleet_job" "batch" {
  endpoint_id         = podfleet_endpoint.indexer.id
  input               = jsonencode({ bucket = "documents" })
  wait_for_completion = false

  policy = {
    execution_timeout = 21600000
  }
}

# Each plan reads its status.
data "podfleet_job" "batch" {
  endpoint_id = podfleet_endpoint.indexer.id
  id          = podfleet_job.batch.id
}

output "batch_status" {
  value = data.podfleet_job.batch.status
}
