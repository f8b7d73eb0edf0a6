terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}
