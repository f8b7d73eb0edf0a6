# The image runs an SSH server and reads the public key from the variable PUBLIC_KEY.
variable "ssh_public_key" {
  description = "Public key that may log in, such as the content of ~/.ssh/id_ed25519.pub."
  type        = string
}

resource "podfleet_pod" "workbench" {
  name         = "workbench"
  image_name   = "registry.example.com/team/workbench:2026-05"
  gpu_type_ids = ["NVIDIA L40S"]
  ports        = ["22/tcp"]

  env = {
    PUBLIC_KEY = var.ssh_public_key
  }
}

output "ssh" {
  value = try(
    podfleet_pod.workbench.ssh.direct.command, # version 2 only
    "ssh root@${podfleet_pod.workbench.public_ip} -p ${podfleet_pod.workbench.port_mappings["22"]}",
    "not ready",
  )
}
