terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# European data centers for a standard network volume, and with an RTX A5000 in stock.
data "podfleet_data_centers" "europe" {
  regions              = ["EUROPE"]
  network_volume_types = ["STANDARD"]
  gpu_type_ids         = ["NVIDIA RTX A5000"]
}

resource "podfleet_network_volume" "example" {
  name           = "weights"
  size           = 50
  data_center_id = try(data.podfleet_data_centers.europe.data_centers[0].id, null)

  lifecycle {
    precondition {
      condition     = length(data.podfleet_data_centers.europe.data_centers) > 0
      error_message = "No data center matches, with an RTX A5000 in stock. Plan again later, or allow other GPU types."
    }

    # Without this line, a later plan with another first data center replaces the volume, which deletes its data.
    ignore_changes = [data_center_id]
  }
}
