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

# Each plan lists the jobs that have not ended.
data "podfleet_jobs" "open" {
  endpoint_id = podfleet_endpoint.indexer.id
  statuses    = ["IN_QUEUE", "IN_PROGRESS"]
}

output "open_jobs" {
  value = [for job in data.podfleet_jobs.open.jobs : job.id]
}
