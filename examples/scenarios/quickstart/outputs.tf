output "endpoint_id" {
  description = "ID of the endpoint that takes jobs."
  value       = podfleet_endpoint.serving.id
}

output "smoke_test" {
  description = "Output of the job that tested the current release. Null if the job has none."
  value       = try(jsondecode(podfleet_job.smoke_test.output), null)
}

output "workbench" {
  description = "SSH command for the pod. Null until the pod has its public IP."
  value       = try("ssh root@${podfleet_pod.workbench.public_ip} -p ${podfleet_pod.workbench.port_mappings["22"]}", null)
}

output "workbench_cost_per_hr" {
  description = "Cost of the pod per hour, in USD."
  value       = podfleet_pod.workbench.cost_per_hr
}
