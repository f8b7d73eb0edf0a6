terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

variable "queue_url" {
  type    = string
  default = "https://queue.example.com/v2"
}

# URL that takes jobs for the endpoint.
output "submit" {
  value = provider::podfleet::endpoint_url(var.queue_url, "abc123", "run") # https://queue.example.com/v2/abc123/run
}

# Base URL of the OpenAI-compatible interface, for an image that has one.
output "openai" {
  value = provider::podfleet::endpoint_url(var.queue_url, "abc123", "openai/v1") # https://queue.example.com/v2/abc123/openai/v1
}

# URL with the status of a job.
output "status" {
  value = provider::podfleet::endpoint_url(var.queue_url, "abc123", "status/some-job")
}
