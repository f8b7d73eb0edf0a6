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

# Configured by the environment: PODFLEET_API_KEY, and PODFLEET_REST_URL where the
# service is not at its usual address.
provider "podfleet" {}
