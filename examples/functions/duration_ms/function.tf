terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

output "execution_timeout_ms" {
  value = provider::podfleet::duration_ms("2h30m") # 9000000
}
