package provider

// The groups of the documentation's navigation.
const (
	billingGroup    = "Billing"
	podsGroup       = "Pods"
	serverlessGroup = "Serverless"
	storageGroup    = "Storage and registries"
)

// Subcategories returns the group in the documentation's navigation of each resource, data source, action, list
// resource, ephemeral resource and function, by name. Types of the same name share one.
func Subcategories() map[string]string {
	groups := map[string]string{}
	for group, names := range map[string][]string{
		billingGroup: {"podfleet_billing_endpoints", "podfleet_billing_network_volumes", "podfleet_billing_pods"},
		podsGroup: {
			"parse_port", "podfleet_cpu_types", "podfleet_gpu_types", "podfleet_pod", "podfleet_pod_await",
			"podfleet_pod_ready", "podfleet_pod_reset", "podfleet_pod_restart", "podfleet_pod_start", "podfleet_pod_stop",
			"podfleet_pods",
		},
		serverlessGroup: {
			"duration_ms", "endpoint_url", "podfleet_endpoint", "podfleet_endpoint_await",
			"podfleet_endpoint_health", "podfleet_endpoint_purge_queue", "podfleet_endpoint_releases",
			"podfleet_endpoint_workers", "podfleet_endpoints",
			"podfleet_job", "podfleet_job_cancel", "podfleet_job_result", "podfleet_job_retry", "podfleet_job_run",
			"podfleet_jobs", "podfleet_queue_purge",
			"podfleet_template", "podfleet_templates",
		},
		storageGroup: {
			"podfleet_container_registry_auth", "podfleet_container_registry_auths", "podfleet_data_centers",
			"podfleet_network_volume", "podfleet_network_volumes",
		},
	} {
		for _, name := range names {
			groups[name] = group
		}
	}
	return groups
}
