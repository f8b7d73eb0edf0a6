variable "service" {
  description = "What the workers serve. Names of everything here begin with it."
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
  description = "How much workers say."
  type        = string
  default     = "info"

  validation {
    condition     = contains(["debug", "info", "warning", "error"], var.log_level)
    error_message = "The log level is debug, info, warning or error."
  }
}

variable "data_center_id" {
  description = "Where the weights are kept. Workers that use them run there too."
  type        = string
  default     = "EU-RO-1"
}

variable "gpu_type_ids" {
  description = "GPU types that will do, the preferred first."
  type        = list(string)
  default     = ["NVIDIA L40S", "NVIDIA A40"]
}

variable "weights_size" {
  description = "GB for the model's weights. Can grow later, and never shrink."
  type        = number
  default     = 50
}

variable "weights_path" {
  description = "Where workers find the weights."
  type        = string
  default     = "/weights"
}

variable "registry_username" {
  description = "The user that pulls the image."
  type        = string
  default     = "speech-ci"
}

# The secrets come from the pipeline, as TF_VAR_registry_password and
# TF_VAR_hub_token. Being ephemeral, they are not in a saved plan either. They have
# defaults only so that this configuration can be tried as it is.

variable "registry_password" {
  description = "The password of that user."
  type        = string
  default     = "change-me"
  sensitive   = true
  ephemeral   = true
}

variable "registry_password_version" {
  description = "To be raised with every new password."
  type        = number
  default     = 1
}

variable "hub_token" {
  description = "What workers show to download weights."
  type        = string
  default     = "change-me"
  sensitive   = true
  ephemeral   = true
}

variable "hub_token_version" {
  description = "To be raised with every new token."
  type        = number
  default     = 1
}
