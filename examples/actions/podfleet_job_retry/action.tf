terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

variable "endpoint_id" {
  type = string
}

variable "job_id" {
  type        = string
  description = "ID of a job that ended FAILED or TIMED_OUT."
}

# terraform apply -invoke=action.podfleet_job_retry.example -var endpoint_id=… -var job_id=…
action "podfleet_job_retry" "example" {
  config {
    endpoint_id = var.endpoint_id
    job_id      = var.job_id

    timeouts {
      invoke = "30m"
    }
  }
}
