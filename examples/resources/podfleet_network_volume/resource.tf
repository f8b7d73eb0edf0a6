terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_network_volume" "example" {
  name           = "speech-weights"
  size           = 100 # GB; it grows in place and never shrinks
  data_center_id = "EU-RO-1"

  # Refuse every plan that would delete or replace it.
  deletion_protection = false
}

# In an account that several pipelines share: each create adds a new random suffix.
resource "podfleet_network_volume" "shared" {
  name_prefix    = "nightly-"
  size           = 20
  data_center_id = "EU-RO-1"
}
