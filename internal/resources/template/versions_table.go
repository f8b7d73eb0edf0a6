package template

import "github.com/podfleet/terraform-provider-podfleet/internal/framework"

// overVersions says how the versions of the management interface have the attributes that are not in policies, or that
// one of them has in another way: see policy.Table.Versions.
var overVersions = framework.VersionTable{
	"start_ssh":            framework.Over1(framework.Refused, ""),
	"start_jupyter":        framework.Over1(framework.Refused, ""),
	"env_wo_version":       framework.ProviderOwn,
	"id":                   framework.Both,
	"name_prefix":          framework.Both,
	"deletion_protection":  framework.ProviderOwn,
	"env_wo":               framework.Both,
	"config_hash":          framework.ProviderOwn,
	"container_disk_in_gb": framework.Over2(framework.Partly, "`0` is refused."),
	"volume_in_gb": framework.Over2(framework.Partly,
		"1 to 9 are refused. A change to `0` replaces the template."),
	"volume_mount_path": framework.Over2(framework.Partly, "a change alone is refused while `volume_in_gb` is 1 to 9."),
	"readme":            framework.Over2(framework.StateOnly, "a warning says so."),
	"earned":            framework.Over2(framework.NotReturned, ""),
	"runtime_in_min":    framework.Over2(framework.NotReturned, ""),
	"is_platform":       framework.Over2(framework.NotReturned, ""),
}

// Versions implements framework.Versioned.
func (*Resource) Versions() framework.VersionTable { return policies.AllVersions() }
