terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# GPU types with their stock for a pod, the cheapest first.
data "podfleet_gpu_types" "offered" {}

locals {
  # The cheapest one in stock with at least 24 GB.
  cheapest = [
    for type in data.podfleet_gpu_types.offered.gpu_types : type
    if type.memory >= 24 && coalesce(type.availability, "NONE") != "NONE" && type.price != null
  ][0]
}

resource "podfleet_pod" "example" {
  name         = "cheapest"
  image_name   = "ubuntu:24.04"
  gpu_type_ids = [local.cheapest.id]

  lifecycle {
    # Stock and prices change. Without this line, a later plan with another cheapest type replaces the pod.
    ignore_changes = [gpu_type_ids]
  }
}

# Each plan and apply warns if the pod is over the budget.
check "budget" {
  assert {
    condition     = podfleet_pod.example.cost_per_hr <= 0.5
    error_message = "The pod costs ${podfleet_pod.example.cost_per_hr} USD an hour. The budget is 0.5."
  }
}
