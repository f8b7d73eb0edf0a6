terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# The cost of all network volumes in the last 30 days.
data "podfleet_billing_network_volumes" "recent" {
  bucket_size = "week"
}

output "usd_by_week" {
  value = { for r in data.podfleet_billing_network_volumes.recent.records : r.time => r.amount }
}
