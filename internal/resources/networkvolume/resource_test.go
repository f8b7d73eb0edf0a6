package networkvolume_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	address  = "podfleet_network_volume.it"
	typeName = "podfleet_network_volume"
	kind     = "networkVolumes"
)

func hcl(name string, size int, dataCenter, more string) string {
	return fmt.Sprintf("resource \"podfleet_network_volume\" \"it\" {\n  name = %q\n  size = %d\n  data_center_id = "+
		"%q\n%s\n}\n", name, size, dataCenter, more)
}

// The body of a create over version 1, and over version 2.
const (
	created  = `{"name":"data","size":10,"dataCenterId":"EU-RO-1"}`
	created2 = `{"name":"data","size":10,"dataCenter":"EU-RO-1"}`
)

func TestNetworkVolume_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		minimal, more := hcl("data", 10, "EU-RO-1", ""), hcl("more", 20, "EU-RO-1", "")
		volume := env.Process().Object(typeName)
		volume.Apply(minimal, acctest.Create)
		env.ExpectSent("CreateNetworkVolume", env.Over(created, created2))
		volume.Expect("deletion_protection", false)
		volume.Apply(minimal, acctest.NoOp)
		env.ExpectWrites()
		volume.VerifyImport()
		volume.Apply(more, acctest.Update)
		env.ExpectSent("UpdateNetworkVolume", `{"name":"more","size":20}`)
		// The protection is the provider's own: nothing is sent.
		volume.Apply(hcl("more", 20, "EU-RO-1", "deletion_protection = true"), acctest.Update)
		volume.Apply(more, acctest.Update)
		env.ExpectWrites()
		env.Patch(kind, env.OnlyID(kind), map[string]any{"name": "somebody was here"})
		volume.Apply(more, acctest.Update)
		env.ExpectSent("UpdateNetworkVolume", `{"name":"more"}`)
		volume.Apply(hcl("more", 15, "US-TX-3", ""), acctest.Replace) // A new one may be smaller.
		env.ExpectWrites("DeleteNetworkVolume", "CreateNetworkVolume")
		env.Remove(kind, env.OnlyID(kind))
		volume.Apply(minimal, acctest.Create)
		env.ExpectWrites("CreateNetworkVolume")
		// The first delete is carried out, its answer lost; the second says "nonexistent".
		env.SetFaults(emulator.Fault{Operation: "DeleteNetworkVolume", Kind: emulator.FaultResetAfter, Count: 1})
		volume.Destroy()
		env.ExpectWrites("DeleteNetworkVolume")
	})
}

// A replacement by -replace plans without a prior state, and a plan can be older than the protection: Delete refuses by
// itself.
func TestNetworkVolume_protection(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		volume := env.Process().Object(typeName)
		volume.Apply(hcl("data", 20, "EU-RO-1", "deletion_protection = true"), acctest.Create)
		volume.ExpectDestroyError(`Cannot delete a protected network volume.*"data".*deletion_protection = false`)
		// Both at once is no way around.
		volume.ExpectPlanError(hcl("data", 20, "US-TX-3", "deletion_protection = false"),
			`Cannot replace a protected network volume`)
		_, diags := volume.Process.Destroy(typeName, volume.Instance)
		if !strings.Contains(acctest.Text(diags), "Cannot delete a protected network volume") {
			t.Error(acctest.Text(diags))
		}
		if got := env.Requests("DeleteNetworkVolume"); len(got) != 0 {
			t.Errorf("%d deletes, want none", len(got))
		}
		volume.Apply(hcl("data", 20, "EU-RO-1", "deletion_protection = false"), acctest.Update)
		// To be protected from now on, and replaced in the same plan, contradict each other.
		volume.ExpectPlanError(hcl("data", 20, "US-TX-3", "deletion_protection = true"),
			`Cannot replace a protected network volume`)
		volume.Destroy()
		if got := env.Requests("DeleteNetworkVolume"); len(got) != 1 {
			t.Errorf("%d deletes, want one", len(got))
		}
	})
}

func TestNetworkVolume_lossWarning(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		volume := env.Process().Object(typeName)
		volume.Apply(hcl("data", 20, "EU-RO-1", ""), acctest.Create)
		for verb, text := range map[string]string{
			"Deleting":  acctest.Text(volume.Process.PlanDestroy(typeName, volume.Instance).Diagnostics),
			"Replacing": acctest.Text(volume.Plan(hcl("data", 20, "US-TX-3", ""), acctest.Replace).Diagnostics),
		} {
			if !strings.Contains(text, "WARNING: "+verb+" a network volume deletes its data") ||
				!strings.Contains(text, `"data" holds 20 GB in EU-RO-1`) ||
				!strings.Contains(text, "Next: before you apply, copy the data that you need to another volume.") {
				t.Errorf("%s: %s", verb, text)
			}
		}
		if text := acctest.Text(volume.Plan(hcl("data", 30, "EU-RO-1", ""), acctest.Update).Diagnostics); text != "" {
			t.Errorf("growing loses nothing: %s", text)
		}
	})
}

func TestNetworkVolume_unknownValues(t *testing.T) {
	t.Parallel()
	config := func(size int) string {
		return fmt.Sprintf(`
resource "podfleet_network_volume" "it" {
  name                = late("data")
  size                = late(%d)
  data_center_id      = late("EU-RO-1")
  deletion_protection = late(false)
}
`, size)
	}
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		volume := env.Process().Object(typeName)
		volume.Apply(config(10), acctest.Create)
		env.ExpectSent("CreateNetworkVolume", env.Over(created, created2))
		// A data center that is not known yet may be another one.
		volume.Apply(config(20), acctest.Replace)
		volume.Expect("size", 20)
	})
}

func TestNetworkVolume_badInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ config, want string }{
		"no size":        {hcl("data", 0, "EU-RO-1", ""), `at least 1, got: 0 \(at size\)`},
		"too large":      {hcl("data", 4097, "EU-RO-1", ""), `no volumes above 4096 GB\. The provider sent nothing\..*Next: set size to 4096 or less\. \(at size\)`},
		"no such type":   {hcl("data", 10, "EU-RO-1", `type = "FAST"`), `type must be "STANDARD" or "HIGH_PERFORMANCE"; got .*\(at type\)`},
		"no name":        {hcl("", 10, "EU-RO-1", ""), `name must not be empty.*\(at name\)`},
		"no data center": {hcl("data", 10, "", ""), `data_center_id must not be empty.*\(at data_center_id\)`},
		"no time": {
			hcl("data", 10, "EU-RO-1", `timeouts { create = "0s" }`),
			`timeouts\.create must be a duration above zero, such as 90s or 10m; got "0s".*\(at timeouts\.create\)`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			env.Process().Object(typeName).ExpectPlanError(test.config, test.want)
			env.ExpectRequests()
		})
	}
}

// The catalogue of data centers is the service's, and grows.
func TestNetworkVolume_unknownDataCenter(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		env.AllowBadRequests()
		env.Process().Object(typeName).ExpectApplyError(hcl("data", 10, "XX-1", ""), acctest.Create,
			`Cannot create network volume.*`+env.Over(`"XX-1" does not exist.*and found none.*wait two minutes. Before you apply again, list the objects .*`+
				`If not, correct the value that the message names, and apply again\.`,
				`"XX-1" is no data center.*correct the configuration`))
	})
}
