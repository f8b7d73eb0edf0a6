# Neither the input nor the output of this job is in the state.
variable "enrollment_token" {
  type      = string
  ephemeral = true # Set TF_VAR_enrollment_token.
}

resource "podfleet_job" "enrollment" {
  endpoint_id      = podfleet_endpoint.transcriber.id
  input_wo         = jsonencode({ token = var.enrollment_token })
  input_wo_version = 1
  store_output     = false
}
