package pod

import "github.com/podfleet/terraform-provider-podfleet/internal/framework"

// overVersions says how the versions of the management interface have the attributes that are not in policies, or that
// one of them has in another way: see policy.Table.Versions.
var overVersions = framework.VersionTable{
	"min_cuda_version":     framework.Over1(framework.Refused, ""),
	"start_ssh":            framework.Over1(framework.Refused, ""),
	"start_jupyter":        framework.Over1(framework.Refused, ""),
	"status":               framework.Over1(framework.NotReturned, ""),
	"ssh":                  framework.Over1(framework.NotReturned, ""),
	"global_networking_ip": framework.Over1(framework.NotReturned, ""),
	"internal_dns":         framework.Over1(framework.NotReturned, ""),
	"cuda_version":         framework.Over1(framework.NotReturned, ""),
	readyCheck:             framework.ProviderOwn,
	"reset_triggers":       framework.ProviderOwn,
	"restart_triggers":     framework.ProviderOwn,
	"wait_for_ready":       framework.ProviderOwn,
	"wait_for_capacity":    framework.ProviderOwn,
	placement:              framework.ProviderOwn,
	"env_wo_version":       framework.ProviderOwn,
	"id":                   framework.Both,
	"name_prefix":          framework.Both,
	"deletion_protection":  framework.ProviderOwn,
	"env_wo":               framework.Both,
	"container_disk_in_gb": framework.Over2(framework.Partly, "`0` is refused."),
	"volume_in_gb": framework.Over2(framework.Partly,
		"1 to 9 are refused, and so is `0` with a template that has a volume. For a CPU pod, and with a network volume, "+
			"only `0` is accepted, which is the default."),
	"volume_mount_path": framework.Over2(framework.Partly,
		"a change alone is refused while `volume_in_gb` is 1 to 9."),
	alternatives:        framework.Over2(framework.Partly, "with the limits of the pod's own attributes."),
	"vcpu_count":        framework.Over2(framework.Partly, "refused unless it is a power of two, at least 2."),
	"country_codes":     framework.Over2(framework.Partly, "refused for CPU pods, and with `cloud_type = \"COMMUNITY\"`."),
	"interruptible":     notTrueOver2,
	"support_public_ip": notTrueOver2,
	"min_download_mbps": notAbove0Over2,
	"min_upload_mbps":   notAbove0Over2,
	"min_disk_bandwidth_megabytes_per_second": notAbove0Over2,
	"adjusted_cost_per_hr":                    framework.Over2(framework.NotReturned, ""),
	"consumer_user_id":                        framework.Over2(framework.NotReturned, ""),
	"cost_per_hr":                             framework.Both,
	"cpu_flavor_id":                           framework.Both,
	"created_at":                              framework.Both,
	"gpu":                                     framework.Over2(framework.ReturnedInPart, "only `count` and `id`."),
	"last_started_at":                         framework.Both,
	"last_status_change":                      framework.Over2(framework.NotReturned, ""),
	"machine": framework.Over2(framework.ReturnedInPart,
		"only `data_center_id`, `gpu_type_id` and `secure_cloud`."),
	"machine_id":       framework.Over2(framework.NotReturned, ""),
	"memory_in_gb":     framework.Both,
	"port_mappings":    framework.Both,
	"public_ip":        framework.Both,
	"volume_encrypted": framework.Over2(framework.NotReturned, ""),
}

var (
	notTrueOver2   = framework.Over2(framework.Refused, "`true` is refused; `false` is accepted and not sent.")
	notAbove0Over2 = framework.Over2(framework.Refused, "a value above `0` is refused; `0` is accepted and not sent.")
)

// Versions implements framework.Versioned.
func (*Resource) Versions() framework.VersionTable { return policies.AllVersions() }
