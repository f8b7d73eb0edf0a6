terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_template" "worker" {
  name          = "thumbnails"
  image_name    = "registry.example.com/team/thumbnails:2.1.0"
  is_serverless = true
}

resource "podfleet_endpoint" "example" {
  name        = "thumbnails"
  template_id = podfleet_template.worker.id
}

# Runs a job after the endpoint is created, and after each change of the workers'
# configuration. The next apply does not repeat a failed action: for a gate, use podfleet_job.
resource "terraform_data" "release" {
  input      = podfleet_template.worker.config_hash
  depends_on = [podfleet_endpoint.example]

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.podfleet_job_run.example]
    }
  }
}

# By hand: terraform apply -invoke=action.podfleet_job_run.example
action "podfleet_job_run" "example" {
  config {
    endpoint_id = podfleet_endpoint.example.id
    input       = jsonencode({ image = "https://example.com/cat.png" })

    policy = {
      execution_timeout = 60000
    }

    timeouts {
      invoke = "10m"
    }
  }
}
