package acctest

import (
	"maps"
	"slices"
)

// neverReturned2 names the attributes that an import over version 2 cannot find out either, by type and by the reason.
var neverReturned2 = map[string]map[string][]string{
	"podfleet_endpoint": {"contract-v2 5.2: not in an answer; the releases have it": {"version"}},
	"podfleet_pod": {
		"contract-v2 8.3: null for every pod":                                 {"template_id"},
		"contract-v2 8.3: a CPU pod or one with a network volume can keep it": {"volume_in_gb"},
		"contract-v2 8.3: not in an answer without a volume":                  {"volume_mount_path"},
		"contract-v2 8.3: not in an answer": {"interruptible", "machine_id", "consumer_user_id",
			"last_status_change"},
	},
	"podfleet_template": {"contract-v2 4: version 2 has none": {"readme", "is_platform", "earned", "runtime_in_min"}},
}

// The reasons of several types.
const (
	isOwn       = "the provider's own"
	isWriteOnly = "write-only, or the version of such an attribute"
)

// neverReturned names the attributes that an import cannot find out, by type and by the reason. A test holds it against
// schema and contract, and an import check ignores these and no others.
var neverReturned = map[string]map[string][]string{
	"podfleet_container_registry_auth": {
		isOwn: {"name_prefix"}, isWriteOnly: {"password_wo", "password_wo_version"},
		"contract 2.5: never returned": {"username", "password"},
	},
	"podfleet_endpoint": {
		isOwn: {"name_prefix", "wait_for_rollout", "drain_timeout"}, isWriteOnly: {"env_wo", "env_wo_version"},
		"contract 2.3: not returned": {"cpu_flavor_ids", "vcpu_count"},
	},
	"podfleet_job": {
		isOwn: {"triggers"}, isWriteOnly: {"input_wo", "input_wo_version"},
		"contract 3.1: never echoed": {"s3_config"}, "contract 3.2: not returned": {"input", "policy", "webhook"},
	},
	"podfleet_network_volume": {isOwn: {"name_prefix"}},
	"podfleet_pod": {
		isOwn: {"name_prefix", "ready_check", "restart_triggers", "reset_triggers", "wait_for_capacity", "alternatives",
			"placement"},
		isWriteOnly:                              {"env_wo", "env_wo_version"},
		"contract-v2 8.1, 8.3: not in an answer": {"min_cuda_version", "start_ssh", "start_jupyter"},
		"contract 2.6: never returned": {"global_networking", "compute_type", "cloud_type", "gpu_type_ids",
			"gpu_type_priority", "cpu_flavor_ids", "cpu_flavor_priority", "data_center_ids", "data_center_priority",
			"country_codes", "allowed_cuda_versions", "min_ram_per_gpu", "min_vcpu_per_gpu",
			"min_disk_bandwidth_megabytes_per_second", "min_download_mbps", "min_upload_mbps", "support_public_ip"},
	},
	"podfleet_template": {isOwn: {"name_prefix"}, isWriteOnly: {"env_wo", "env_wo_version"}},
}

// NeverReturned returns the attributes of a type that an import cannot find out, sorted.
func NeverReturned(typeName string) []string {
	return slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Values(neverReturned[typeName]))...)))
}

// ignored returns the attributes of a type that an import check over the version of this environment leaves out.
func (e *Env) ignored(typeName string) []string {
	names := NeverReturned(typeName)
	if e.Version() == 2 {
		names = slices.Concat(append(slices.Collect(maps.Values(neverReturned2[typeName])), names)...)
	}
	return names
}
