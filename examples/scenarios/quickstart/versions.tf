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

# The environment configures the provider: PODFLEET_REST_URL, PODFLEET_QUEUE_URL, and
# PODFLEET_API_KEY or PODFLEET_API_KEY_FILE.
provider "podfleet" {}
