terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# The cost of each pod in January.
data "podfleet_billing_pods" "january" {
  bucket_size = "month"
  start_time  = "2026-01-01T00:00:00Z"
  end_time    = "2026-02-01T00:00:00Z"
  grouping    = "podId"
}

output "usd" {
  value = data.podfleet_billing_pods.january.total_amount
}

output "usd_by_pod" {
  value = { for r in data.podfleet_billing_pods.january.records : r.pod_id => r.amount }
}
