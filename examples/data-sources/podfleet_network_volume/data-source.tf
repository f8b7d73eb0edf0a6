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

# Pods and workers that mount the volume must run in this data center.
output "data_center_id" {
  value = data.podfleet_network_volume.weights.data_center_id
}

# The volume that the data source finds.
resource "podfleet_network_volume" "weights" {
  name           = "speech-weights"
  size           = 100
  data_center_id = "EU-RO-1"
}
