output "template_id" {
  description = "What an endpoint names as its template_id."
  value       = podfleet_template.worker.id
}

output "weights_volume_id" {
  description = "What an endpoint names as its network_volume_id."
  value       = podfleet_network_volume.weights.id
}
