terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# The cost of each endpoint in the first week of January, day by day.
data "podfleet_billing_endpoints" "week" {
  start_time = "2026-01-01T00:00:00Z"
  end_time   = "2026-01-08T00:00:00Z"
}

output "usd_by_endpoint" {
  value = {
    for id, usd in {
      for r in data.podfleet_billing_endpoints.week.records : r.endpoint_id => r.amount...
    } : id => sum(usd)
  }
}
