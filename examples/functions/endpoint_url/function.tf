terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

variable "queue_url" {
  type    = string
  default = "https://api.example.com/v2"
}

# Where jobs for the endpoint go.
output "submit" {
  value = provider::podfleet::endpoint_url(var.queue_url, "abc123", "run") # https://api.example.com/v2/abc123/run
}

# What to look at for one of them.
output "status" {
  value = provider::podfleet::endpoint_url(var.queue_url, "abc123", "status/some-job")
}
