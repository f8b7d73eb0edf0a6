package endpoint

import "github.com/podfleet/terraform-provider-podfleet/internal/framework"

// overVersions says how the versions of the management interface have the attributes that are not in policies, or that
// one of them has in another way: see policy.Table.Versions.
var overVersions = framework.VersionTable{
	"image_name":                 framework.Over1(framework.Refused, ""),
	"docker_entrypoint":          framework.Over1(framework.Refused, ""),
	"docker_start_cmd":           framework.Over1(framework.Refused, ""),
	"container_disk_in_gb":       framework.Over1(framework.Refused, ""),
	"ports":                      framework.Over1(framework.Refused, ""),
	"env":                        framework.Over1(framework.Refused, ""),
	"env_wo":                     framework.Over1(framework.Refused, ""),
	"env_wo_version":             framework.ByVersion{V1: framework.Has{How: framework.Refused}, Own: true},
	"container_registry_auth_id": framework.Over1(framework.Refused, ""),
	"gpu_pools":                  framework.Over1(framework.Refused, ""),
	"excluded_gpu_type_ids":      framework.Over1(framework.Refused, ""),
	"version": framework.Over2(framework.Partly,
		"read after a create and after a rolling update. A refresh keeps it."),
	"id":                  framework.Both,
	"name":                framework.Both,
	"name_prefix":         framework.Both,
	"deletion_protection": framework.ProviderOwn,
	waitForRollout:        framework.ProviderOwn,
	drainTimeout:          framework.ProviderOwn,
	"created_at":          framework.Both,
	"instance_ids":        framework.Over2(framework.NotReturned, ""),
	"user_id":             framework.Over2(framework.NotReturned, ""),
	"workers_standby":     framework.Over2(framework.NotReturned, ""),
	"gpu_type_ids": framework.Over2(framework.Partly,
		"a type that is in no pool is refused. The order has no effect, and a warning says so."),
	"vcpu_count":            framework.Over2(framework.Partly, "refused unless it is a power of two, at least 2."),
	"allowed_cuda_versions": framework.Over2(framework.Partly, "refused together with `min_cuda_version`."),
	"min_cuda_version": framework.Over2(framework.Partly,
		"refused together with `allowed_cuda_versions`. It can be cleared."),
	"idle_timeout": framework.Over2(framework.Partly,
		"kept and not sent with `scaler_type = \"REQUEST_COUNT\"`; a warning says so."),
	"scaler_value": framework.ByVersion{V1: framework.Has{How: framework.Partly, Note: "a fraction is refused."},
		V2: framework.Has{How: framework.Partly, Note: "a fraction is refused with `scaler_type = \"REQUEST_COUNT\"`."}},
}

// Versions implements framework.Versioned.
func (*Resource) Versions() framework.VersionTable { return policies.AllVersions() }
