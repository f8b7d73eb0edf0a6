terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# What the workers of two GPU types cost in the first week of January, day by day.
data "podfleet_billing_endpoints" "week" {
  start_time   = "2026-01-01T00:00:00Z"
  end_time     = "2026-01-08T00:00:00Z"
  gpu_type_ids = ["NVIDIA L40S", "NVIDIA A40"]
}

output "hours_by_endpoint" {
  value = {
    for id, ms in {
      for r in data.podfleet_billing_endpoints.week.records : r.endpoint_id => r.time_billed_ms...
    } : id => sum(ms) / 3600000
  }
}
