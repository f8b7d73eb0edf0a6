terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_template" "worker" {
  name          = "enroller-worker"
  image_name    = "registry.example.com/team/enroller:1.0.0"
  is_serverless = true
}

resource "podfleet_endpoint" "enroller" {
  name        = "enroller"
  template_id = podfleet_template.worker.id
}

# A job with a secret result, which the state does not keep.
resource "podfleet_job" "enrol" {
  endpoint_id  = podfleet_endpoint.enroller.id
  input        = jsonencode({ task = "enroll" })
  store_output = false
}

# Reads the result for as long as the service has it: 30 minutes.
ephemeral "podfleet_job_result" "enrol" {
  endpoint_id = podfleet_job.enrol.endpoint_id
  job_id      = podfleet_job.enrol.id
}

# Terraform accepts an ephemeral value in write-only arguments and in the configuration
# of providers, where it stores nothing.
resource "podfleet_container_registry_auth" "enrolled" {
  name     = "enrolled"
  username = "worker"

  # When the service has deleted the result, plans need a placeholder. A replacement would then send the placeholder
  # as the password: replace the job instead, which replaces the credentials too.
  password_wo         = try(jsondecode(ephemeral.podfleet_job_result.enrol.output).token, "expired")
  password_wo_version = 1

  lifecycle {
    replace_triggered_by = [podfleet_job.enrol.id]
  }
}
