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

# A job whose result is nobody's business: not kept in the state.
resource "podfleet_job" "enrol" {
  endpoint_id  = podfleet_endpoint.enroller.id
  input        = jsonencode({ token = "for-the-registry" })
  store_output = false
}

# Read again where it is needed, for as long as the service has it: 30 minutes.
ephemeral "podfleet_job_result" "enrol" {
  endpoint_id = podfleet_job.enrol.endpoint_id
  job_id      = podfleet_job.enrol.id
}

# An ephemeral value can go where nothing is stored: into write-only arguments, and
# the configuration of providers.
resource "podfleet_container_registry_auth" "enrolled" {
  name                = "enrolled"
  username            = "worker"
  password_wo         = try(jsondecode(ephemeral.podfleet_job_result.enrol.output).token, "expired")
  password_wo_version = 1
}
