package networkvolume

import "github.com/podfleet/terraform-provider-podfleet/internal/framework"

// overVersions says how the versions of the management interface have the attributes that are not in policies, or that
// one of them has in another way: see policy.Table.Versions.
var overVersions = framework.VersionTable{
	"type":                framework.Over1(framework.Refused, ""),
	"id":                  framework.Both,
	"name_prefix":         framework.Both,
	"deletion_protection": framework.ProviderOwn,
	"size":                framework.Over2(framework.Partly, "below 10 is refused for a new volume and for a change."),
}

// Versions implements framework.Versioned.
func (*Resource) Versions() framework.VersionTable { return policies.AllVersions() }
