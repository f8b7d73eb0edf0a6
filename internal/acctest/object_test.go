package acctest_test

import (
	"fmt"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

const volumeType = "podfleet_network_volume"

func volumeHCL(name string, size int, dataCenter, more string) string {
	return fmt.Sprintf("resource %q \"it\" {\n  name = %s\n  size = %d\n  data_center_id = %q\n%s\n}\n", volumeType,
		name, size, dataCenter, more)
}

func TestObject_lifecycle(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	volume := env.Process().Object(volumeType)
	small := volumeHCL(`"data"`, 10, "EU-RO-1", "")
	volume.Apply(small, acctest.Create)
	env.ExpectRequests("ListNetworkVolumes", "CreateNetworkVolume") // What is there before a run creates.
	volume.Expect("size", 10)
	volume.Expect("timeouts", nil)
	volume.Apply(small, acctest.NoOp)
	env.ExpectRequests("GetNetworkVolume")
	volume.VerifyImport()
	env.ExpectRequests()

	volume.Plan(volumeHCL(`late("more")`, 10, "EU-RO-1", ""), acctest.Update).ExpectUnknown("name")
	volume.Apply(volumeHCL(`late("more")`, 10, "EU-RO-1", ""), acctest.Update)
	env.ExpectSent("UpdateNetworkVolume", `{"name":"more"}`)
	env.SetFaults(emulator.Fault{Operation: "UpdateNetworkVolume", Kind: "status", Status: 400, Message: "not so",
		Count: 1})
	volume.ExpectApplyError(volumeHCL(`"other"`, 10, "EU-RO-1", ""), acctest.Update, `Cannot update.*not so`)
	env.ExpectWrites("UpdateNetworkVolume")
	volume.ExpectPlanError("resource \"podfleet_network_volume\" \"it\" {\n  name = \"a\"\n}\n",
		`Missing required argument`)

	first := volume.ID()
	volume.Apply(volumeHCL(`"more"`, 5, "US-TX-3", ""), acctest.Replace)
	env.ExpectWrites("DeleteNetworkVolume", "CreateNetworkVolume")
	if volume.ID() == first {
		t.Error("the replaced volume has the same id")
	}
	volume.Apply(volumeHCL(`"more"`, 5, "EU-RO-1", "lifecycle { create_before_destroy = true }"),
		acctest.CreateBeforeDestroy)
	if got := env.Writes(); len(got) != 2 || got[0].Operation != "CreateNetworkVolume" ||
		got[1].Operation != "DeleteNetworkVolume" {
		t.Errorf("a replacement that creates first wrote %v", got)
	}

	env.Remove("networkVolumes", volume.ID())
	volume.Refresh()
	if volume.Exists() {
		t.Error("it is gone from the service, and in the state")
	}
	volume.Apply(small, acctest.Create)
	env.SetFaults(emulator.Fault{Operation: "DeleteNetworkVolume", Kind: emulator.FaultStatus, Status: 400,
		Message: "no", Count: 1})
	volume.ExpectDestroyError(`Cannot delete network volume.*no`)
	env.ClearJournal()
	volume.Destroy()
	env.ExpectWrites("DeleteNetworkVolume")
}
