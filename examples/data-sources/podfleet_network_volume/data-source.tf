terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# A volume that outlives this configuration, such as one that is filled by hand.
data "podfleet_network_volume" "weights" {
  name = "speech-weights"

  depends_on = [podfleet_network_volume.weights] # Only so that this example stands alone.
}

# What mounts it must run where it is.
output "data_center_id" {
  value = data.podfleet_network_volume.weights.data_center_id
}

# What is there already.
resource "podfleet_network_volume" "weights" {
  name           = "speech-weights"
  size           = 100
  data_center_id = "EU-RO-1"
}
