terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_network_volume" "example" {
  name           = "speech-weights"
  size           = 100 # GB
  data_center_id = "EU-RO-1"
}
