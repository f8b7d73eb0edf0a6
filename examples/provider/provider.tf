terraform {
  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

# The key comes from PODFLEET_API_KEY, or from the file that PODFLEET_API_KEY_FILE names.
provider "podfleet" {
  rest_url  = "https://rest.example.com/v2"
  queue_url = "https://api.example.com/v2" # for jobs
}

# A second account, side by side with the first.
variable "staging_api_key" {
  type      = string
  sensitive = true
}

provider "podfleet" {
  alias    = "staging"
  rest_url = "https://rest.example.com/v2"
  api_key  = var.staging_api_key
}
