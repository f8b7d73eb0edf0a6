terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

data "podfleet_endpoints" "example" {
  name_regex = "^transcriber"
}

# Endpoints whose workers always run and are always billed.
output "always_on" {
  value = [for e in data.podfleet_endpoints.example.endpoints : e.name if e.workers_min > 0]
}
