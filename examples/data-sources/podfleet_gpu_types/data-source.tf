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
  cheapest = try([
    for type in data.podfleet_gpu_types.offered.gpu_types : type
    if type.memory >= 24 && coalesce(type.availability, "NONE") != "NONE" && type.price != null
  ][0], null)
}

resource "podfleet_pod" "example" {
  name         = "cheapest"
  image_name   = "ubuntu:24.04"
  gpu_type_ids = [try(local.cheapest.id, null)]

  lifecycle {
    precondition {
      condition     = local.cheapest != null
      error_message = "No GPU type with at least 24 GB is in stock. Plan again later, or allow less memory."
    }

    # Refuses every plan, also a later one, while the cheapest type costs more: nothing is created over the budget.
    # The price is for one GPU: for a pod with several, multiply it by gpu_count. When the pod exists, write its type
    # in gpu_type_ids, and remove both preconditions: otherwise a higher price or a lack of stock fails every plan.
    precondition {
      condition     = try(local.cheapest.price, 0) <= 0.5
      error_message = "The cheapest GPU type costs ${try(local.cheapest.price, 0)} USD an hour. The budget is 0.5."
    }

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
