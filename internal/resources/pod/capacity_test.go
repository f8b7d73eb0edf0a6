package pod_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A pod that was accepted ends the search, also if it fails before it runs: no further candidate is tried, nothing is
// deleted, and the error names the pod and its status.
func TestPod_acceptedEndsTheSearch(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		lines := make([]string, 8)
		for i := range lines {
			lines[i] = fmt.Sprintf("{ gpu_count = %d }", i+2)
		}
		for _, becomes := range []string{w.Over("TERMINATED", "ERROR"), "EXITED"} {
			w.Must(w.SetFates(emulator.Fate{Image: "bad:1", Becomes: becomes}))
			for _, more := range []string{"", "\nready_check = { port = 22 }"} {
				it := w.Process().Object(typeName)
				it.ExpectApplyError(hcl("image_name = \"bad:1\"\ngpu_type_ids = [\"NVIDIA L4\"]\nwait_for_capacity = \"1m\"\n"+
					"alternatives = ["+strings.Join(lines, ", ")+"]"+more), acctest.Create,
					`The wait for the pod failed.*\(ID \w+\).*the status `+becomes)
				w.ExpectWrites("CreatePod")
			}
		}
	})
}

// A create tries all candidates again, and a start the start, until there is capacity or the time is up.
func TestPod_waitsForCapacity(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		soldOut(t, w, l4, a40)
		free := func() {
			w.Must(w.SetStock(emulator.StockLimit{ID: a40, Units: 1}))
		}
		const config = minimal + "\ngpu_type_ids = [\"NVIDIA L4\"]\nalternatives = [{ gpu_type_ids = [\"NVIDIA A40\"] }]"
		const wait = "\nwait_for_capacity = \"1m\""
		w.OnRequest("CreatePod", 4, free)
		ctx, infos := acctest.Logs(t)
		logged := func() (times int) {
			for _, line := range infos("waiting") {
				if says := fmt.Sprint(line["for"], line["last_seen"]); strings.HasPrefix(says, "capacity for the pod") &&
					strings.Contains(says, "Pod: ") { // The operation.
					times++
				}
			}
			return times
		}
		it := w.Process().WithContext(ctx).Object(typeName)
		it.Apply(hcl(config+wait), acctest.Create)
		if times := logged(); times != 2 {
			t.Errorf("logged %d times", times)
		}
		if creates := w.Writes(); len(creates) != 6 {
			t.Errorf("%d creates", len(creates)) // The stock comes after that of the pod's own attributes.
		}
		it.Expect("placement", 1)
		it.Apply(hcl(config+wait+"\ndesired_status = \"EXITED\""), acctest.Update)
		_ = w.Writes()
		soldOut(t, w, a40)
		w.OnRequest("StartPod", 3, free)
		it.Apply(hcl(config+wait), acctest.Update)
		w.ExpectWrites("StartPod", "StartPod", "StartPod", "StartPod")
		if times := logged(); times != 2+3 {
			t.Errorf("logged %d times", times)
		}
		it.Expect("placement", 1)
		it.Apply(hcl(config), acctest.Update) // Of the provider's own.
		w.ExpectWrites()
	})
}

// A replacement that finds no capacity leaves the old pod with create_before_destroy. The plan of it warns if the
// catalogue shows little stock, over version 2 only, and only then.
func TestPod_replacementWithoutStock(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		it := w.Process().Object(typeName)
		const before = minimal + "\ngpu_type_ids = [\"NVIDIA L4\"]\ndata_center_ids = [\"EU-RO-1\"]\n" +
			"lifecycle { create_before_destroy = true }"
		it.Apply(hcl(before), acctest.Create)
		old := it.ID()
		replaced := strings.Replace(before, l4, a40, 1)
		warns := func(want int) {
			t.Helper()
			says := acctest.Text(it.Plan(hcl(replaced), acctest.CreateBeforeDestroy).Diagnostics)
			if strings.Count(says, `WARNING: Little stock for the new pod: pod "`) != want {
				t.Error(says)
			}
		}
		warns(0)
		w.Must(w.SetStock(emulator.StockLimit{ID: a40, Units: 1})) // LOW
		it.Process = w.Process()
		warns(w.Version() - 1)
		soldOut(t, w, a40)
		it.Process = w.Process() // A run reads the catalogue once.
		warns(w.Version() - 1)
		_ = w.Writes()
		says := "Cannot create pod: no capacity" + w.Over("", ".*The data sources podfleet_gpu_types")
		it.ExpectApplyError(hcl(replaced), acctest.CreateBeforeDestroy, says)
		w.ExpectWrites("CreatePod")
		if it.ID() != old || it.Tainted() {
			t.Errorf("the pod %s is in the state, and was %s", it.ID(), old)
		}
		it.Apply(hcl(before), acctest.NoOp)
	})
}

// A plan ends although the catalogue, which only a warning needs, is limited.
func TestPod_stockIsRead(t *testing.T) {
	t.Parallel()
	w := start(t).UseVersion(2)
	it := w.Process().Object(typeName)
	const lines = minimal + "\ntimeouts { read = \"2s\" }\ngpu_type_ids = "
	it.Apply(hcl(lines+`["NVIDIA L4"]`), acctest.Create)
	w.SetFaults(emulator.Fault{Operation: "ListGPUTypes", Kind: emulator.FaultStatus, Status: 429})
	it.Process = w.Process()
	it.Plan(hcl(lines+`["NVIDIA A40"]`), acctest.Replace)
}
