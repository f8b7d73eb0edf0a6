package endpoint

import "github.com/podfleet/terraform-provider-podfleet/internal/framework"

// overVersions says how the versions of the management interface have the attributes that are not in policies, or that
// one of them has in another way: see policy.Table.Versions.
var overVersions = framework.VersionTable{
	"version":             framework.Over2(framework.NotReturned, ""),
	"id":                  framework.Both,
	"name_prefix":         framework.Both,
	"deletion_protection": framework.ProviderOwn,
	"created_at":          framework.Both,
	"instance_ids":        framework.Over2(framework.NotReturned, ""),
	"user_id":             framework.Over2(framework.NotReturned, ""),
	"workers_standby":     framework.Over2(framework.NotReturned, ""),
	"gpu_type_ids": framework.Over2(framework.Partly,
		"each type needs a pool. The order has no effect, and a warning says so."),
	"vcpu_count":            framework.Over2(framework.Partly, "only a power of two, at least 2."),
	"allowed_cuda_versions": framework.Over2(framework.Partly, "not together with `min_cuda_version`."),
	"min_cuda_version": framework.Over2(framework.Partly,
		"not together with `allowed_cuda_versions`. It can be cleared."),
	"idle_timeout": framework.Over2(framework.Partly,
		"kept and not sent with `scaler_type = \"REQUEST_COUNT\"`; a warning says so."),
	"scaler_value": framework.Over1(framework.Partly, "only whole numbers."),
}

// Versions implements framework.Versioned.
func (*Resource) Versions() framework.VersionTable { return policies.AllVersions() }
