terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

locals {
  ports = ["8888/http", "22/tcp"]
}

# The ports that get a public port of their own.
output "tcp_ports" {
  value = [for p in local.ports : provider::podfleet::parse_port(p).port if provider::podfleet::parse_port(p).protocol == "tcp"]
}
