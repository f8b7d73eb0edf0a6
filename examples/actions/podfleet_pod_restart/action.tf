terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

resource "podfleet_pod" "example" {
  name       = "trainer"
  image_name = "registry.example.com/team/trainer:1.4.0"
}

# The trainer reads these settings when it starts, so a change restarts the pod.
resource "terraform_data" "settings" {
  input = { learning_rate = 0.001 }

  lifecycle {
    action_trigger {
      events  = [after_update]
      actions = [action.podfleet_pod_restart.example]
    }
  }
}

# By hand: terraform apply -invoke=action.podfleet_pod_restart.example
action "podfleet_pod_restart" "example" {
  config {
    pod_id = podfleet_pod.example.id
  }
}
