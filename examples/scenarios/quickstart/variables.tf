variable "service" {
  description = "Name of the service. All names begin with it."
  type        = string
  default     = "speech"
}

variable "image" {
  description = "The container image of a worker, without its tag."
  type        = string
  default     = "registry.example.com/speech/worker"
}

variable "image_tag" {
  description = "The release of the image. Changing it changes the template in place."
  type        = string
  default     = "1.4.0"
}

variable "log_level" {
  description = "Log level of the workers."
  type        = string
  default     = "info"

  validation {
    condition     = contains(["debug", "info", "warning", "error"], var.log_level)
    error_message = "The log level is debug, info, warning or error."
  }
}

variable "data_center_id" {
  description = "Data center of the weights, and of the workers that use them."
  type        = string
  default     = "EU-RO-1"
}

variable "gpu_type_ids" {
  description = "Accepted GPU types, the preferred first."
  type        = list(string)
  default     = ["NVIDIA L40S", "NVIDIA A40"]
}

variable "weights_size" {
  description = "Size of the volume for the weights, in GB. It only grows."
  type        = number
  default     = 50
}

variable "weights_path" {
  description = "Path of the weights in the workers."
  type        = string
  default     = "/weights"
}

variable "registry_username" {
  description = "The user that pulls the image."
  type        = string
  default     = "speech-ci"
}

# The secrets come from the pipeline, as TF_VAR_registry_password and
# TF_VAR_hub_token. Ephemeral values are not in a saved plan. They have defaults only
# so that you can try this configuration unchanged.

variable "registry_password" {
  description = "The password of that user."
  type        = string
  default     = "change-me"
  sensitive   = true
  ephemeral   = true
}

variable "registry_password_version" {
  description = "Raise it with every new password."
  type        = number
  default     = 1
}

variable "hub_token" {
  description = "Token that downloads the weights."
  type        = string
  default     = "change-me"
  sensitive   = true
  ephemeral   = true
}

variable "hub_token_version" {
  description = "Raise it with every new token."
  type        = number
  default     = 1
}
