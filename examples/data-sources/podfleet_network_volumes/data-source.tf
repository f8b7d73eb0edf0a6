terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# All volumes of the account. They are billed for as long as they exist.
data "podfleet_network_volumes" "all" {
  depends_on = [podfleet_network_volume.weights] # Only so that this example stands alone.
}

output "gigabytes" {
  description = "Billed size in GB, by data center."
  value = {
    for center, sizes in {
      for volume in data.podfleet_network_volumes.all.network_volumes : volume.data_center_id => volume.size...
    } : center => sum(sizes)
  }
}

resource "podfleet_network_volume" "weights" {
  name           = "speech-weights"
  size           = 100
  data_center_id = "EU-RO-1"
}
