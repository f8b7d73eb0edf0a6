terraform {
  # Write-only arguments, which keep secrets out of the state, came with 1.11 to
  # both Terraform and OpenTofu.
  required_version = ">= 1.11"

  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# Configured by the environment: PODFLEET_REST_URL and PODFLEET_QUEUE_URL say where
# the service is, and PODFLEET_API_KEY or PODFLEET_API_KEY_FILE who is calling.
provider "podfleet" {}
