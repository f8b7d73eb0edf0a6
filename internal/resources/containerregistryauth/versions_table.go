package containerregistryauth

import "github.com/podfleet/terraform-provider-podfleet/internal/framework"

// overVersions says how the versions of the management interface have the attributes that are not in policies, or that
// one of them has in another way: see policy.Table.Versions.
var overVersions = framework.VersionTable{
	"password_wo_version": framework.ProviderOwn,
	"id":                  framework.Both,
	"name_prefix":         framework.Both,
	"password_wo":         framework.Both,
}

// Versions implements framework.Versioned.
func (*Resource) Versions() framework.VersionTable { return policies.AllVersions() }
