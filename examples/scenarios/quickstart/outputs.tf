output "endpoint_id" {
  description = "Where jobs are submitted."
  value       = podfleet_endpoint.serving.id
}

output "smoke_test" {
  description = "What the job that tested the current release returned."
  value       = jsondecode(podfleet_job.smoke_test.output)
}

output "workbench" {
  description = "How to get to the pod, once it has an address."
  value       = try("ssh root@${podfleet_pod.workbench.public_ip} -p ${podfleet_pod.workbench.port_mappings["22"]}", null)
}

output "workbench_cost_per_hr" {
  description = "What the pod costs an hour, in USD."
  value       = podfleet_pod.workbench.cost_per_hr
}
