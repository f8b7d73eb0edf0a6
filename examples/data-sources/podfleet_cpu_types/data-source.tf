terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# CPU types with room for a pod with 8 vCPUs, the cheapest first.
data "podfleet_cpu_types" "offered" {
  vcpu_count = 8
}

output "cheapest" {
  description = "The cheapest CPU type in stock, and its price of a vCPU in USD an hour. Null if none is."
  value = try([
    for type in data.podfleet_cpu_types.offered.cpu_types : { id = type.id, price = type.price_per_vcpu }
    if coalesce(type.availability, "NONE") != "NONE"
  ][0], null)
}
