package networkvolume_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// Version 2 has no volumes below 10 GB. A plan rejects one that the apply would have to create; one that exists plans
// empty, can be renamed, and is destroyed.
func TestNetworkVolume_tooSmallForVersion2(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	volume := env.Process().Object(typeName)
	volume.Apply(hcl("data", 5, "EU-RO-1", ""), acctest.Create)
	env.UseVersion2()
	volume.Process = env.Process()
	volume.Apply(hcl("data", 5, "EU-RO-1", ""), acctest.NoOp)
	volume.Apply(hcl("other", 5, "EU-RO-1", ""), acctest.Update)
	env.ExpectWrites("CreateNetworkVolume", "UpdateNetworkVolume")
	volume.ExpectPlanError(hcl("other", 5, "US-TX-3", ""),
		`Not possible over version 2.*no volumes below 10 GB.*Set size to 10 or more.*\(at size\)`)
	env.Process().Object(typeName).ExpectPlanError(hcl("new", 5, "EU-RO-1", ""), `no volumes below 10 GB`)
	volume.Apply(hcl("other", 20, "EU-RO-1", ""), acctest.Update)
	env.ExpectSent("UpdateNetworkVolume", `{"size":20}`)
}
