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
  description = "ID of the job to cancel."
}

# terraform apply -invoke=action.podfleet_job_cancel.example -var endpoint_id=… -var job_id=…
action "podfleet_job_cancel" "example" {
  config {
    endpoint_id = var.endpoint_id
    job_id      = var.job_id
  }
}
