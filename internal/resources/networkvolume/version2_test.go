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
	env.UseVersion(2)
	volume.Process = env.Process()
	volume.Apply(hcl("data", 5, "EU-RO-1", ""), acctest.NoOp)
	volume.Apply(hcl("other", 5, "EU-RO-1", ""), acctest.Update)
	env.ExpectWrites("CreateNetworkVolume", "UpdateNetworkVolume")
	volume.ExpectPlanError(hcl("other", 5, "US-TX-3", ""),
		`Not possible over version 2.*no volumes below 10 GB.*Next: set size to 10 or more\. \(at size\)`)
	env.Process().Object(typeName).ExpectPlanError(hcl("new", 5, "EU-RO-1", ""), `no volumes below 10 GB`)
	volume.Apply(hcl("other", 20, "EU-RO-1", ""), acctest.Update)
	env.ExpectSent("UpdateNetworkVolume", `{"size":20}`)
}

// Version 1 has no volumes above 4000 GB, and version 2 has.
func TestNetworkVolume_tooLargeForVersion1(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	large := hcl("data", 4096, "EU-RO-1", "")
	env.Process().Object(typeName).ExpectPlanError(large, `Not possible over version 1.*no volumes above 4000 GB.*\(at size\)`)
	env.UseVersion(2)
	volume := env.Process().Object(typeName)
	volume.Apply(large, acctest.Create)
	env.ExpectWrites("CreateNetworkVolume")
}

// The type of a volume is sent at its creation, and a change of it replaces the volume. Without the line, the service
// chooses, and an existing volume keeps its type.
func TestNetworkVolume_type(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	env.UseVersion(2)
	with := func(line string) string { return hcl("data", 10, "EU-RO-1", line) }
	fast, standard := with(`type = "HIGH_PERFORMANCE"`), with(`type = "STANDARD"`)
	volume := env.Process().Object(typeName)
	volume.Apply(with(""), acctest.Create)
	env.ExpectSent("CreateNetworkVolume", created2)
	volume.Expect("type", "STANDARD")
	volume.Apply(standard, acctest.NoOp)
	volume.Apply(fast, acctest.Replace)
	volume.Expect("type", "HIGH_PERFORMANCE")
	volume.VerifyImport()
	volume.Apply(with(""), acctest.NoOp)
	volume.Apply(hcl("other", 10, "EU-RO-1", ""), acctest.Update)
	volume.Expect("type", "HIGH_PERFORMANCE")
	volume.Process.MustLookup(typeName, acctest.Values{"name": "other"}).Expect("type", "HIGH_PERFORMANCE")
	volume.Apply(with(`type = late("HIGH_PERFORMANCE")`), acctest.Replace) // It may be another one.
	_ = env.Writes()
	volume.Destroy()
	volume = env.Process().Object(typeName)
	_ = env.Writes()
	volume.Apply(fast, acctest.Create)
	env.ExpectSent("CreateNetworkVolume", `{"name":"data","size":10,"dataCenter":"EU-RO-1","type":"HIGH_PERFORMANCE"}`)
}

// Version 1 has no types. A plan refuses one in a create and as a change. Over version 2, a volume of version 1 shows
// its type.
func TestNetworkVolume_typeOverVersion1(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	with := func(name, line string) string { return hcl(name, 10, "EU-RO-1", line) }
	const fast, standard = `type = "HIGH_PERFORMANCE"`, `type = "STANDARD"`
	refused := `Not possible over version 1.*does not support type\..*Next: leave type out, or use version 2\. \(at type\)`
	env.Process().Object(typeName).ExpectPlanError(with("data", standard), refused)
	volume := env.Process().Object(typeName)
	volume.Apply(with("data", ""), acctest.Create)
	volume.Expect("type", nil)
	volume.ExpectPlanError(with("data", standard), refused)
	volume.Apply(with("other", ""), acctest.Update)
	volume.Expect("type", nil)
	env.UseVersion(2)
	volume.Process = env.Process()
	volume.Apply(with("other", standard), acctest.NoOp)
	volume.Expect("type", "STANDARD")
	volume.Apply(with("data", fast), acctest.Replace)
}
