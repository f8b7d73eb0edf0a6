package pod_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

func TestPod_desiredStatus(t *testing.T) {
	t.Parallel()
	w := start(t)
	exited := hcl(minimal + "\ndesired_status = \"EXITED\"")
	it := w.Process().Object(typeName)
	it.Apply(exited, acctest.Create)
	w.ExpectWrites("CreatePod", "StopPod")
	it.Expect("public_ip", nil)
	it.Expect("desired_status", "EXITED")
	it.Apply(exited, acctest.NoOp)
	it.VerifyImport()

	w.ClearJournal()
	plan := it.Plan(hcl(minimal), acctest.Update)
	plan.ExpectUnknown("public_ip", "machine", "machine_id", "cost_per_hr")
	plan.ExpectSet("created_at")
	it.Apply(hcl(minimal), acctest.Update)
	w.ExpectWrites("StartPod")
	it.State().ExpectSet("public_ip", "machine_id")
	it.Apply(hcl(minimal), acctest.NoOp)

	w.ClearJournal()
	it.Plan(exited, acctest.Update).ExpectUnknown("public_ip", "machine", "machine_id", "cost_per_hr")
	it.Apply(exited, acctest.Update)
	w.ExpectWrites("StopPod")
	it.Expect("public_ip", nil)
	it.Expect("port_mappings", nil)

	// What changes while it is stopped starts nothing.
	it.Apply(hcl("image_name = \"img:2\"\ndesired_status = \"EXITED\""), acctest.Update)
	w.ExpectSent("UpdatePod", `{"imageName":"img:2"}`)
	it.Apply(hcl(minimal), acctest.Update)
	w.ExpectWrites("UpdatePod", "StartPod")

	// Stopped by somebody, it is started again.
	drift(t, w, map[string]any{"desiredStatus": "EXITED", "publicIp": nil, "portMappings": nil})
	it.Apply(hcl(minimal), acctest.Update)
	w.ExpectWrites("StartPod")

	// The provider replaces a pod that the service has ended.
	drift(t, w, map[string]any{"desiredStatus": "TERMINATED"})
	it.Apply(hcl(minimal), acctest.Replace)
	w.ExpectWrites("DeletePod", "CreatePod")
}

// A status that is not known yet stops nothing: no error of a locked pod, and no warning but of what may be. What it
// can change is open in the plan.
func TestPod_unknownDesiredStatus(t *testing.T) {
	t.Parallel()
	for name, locked := range map[string]bool{"locked": true, "not locked": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
				config := minimal + fmt.Sprintf("\nlocked = %t\n", locked)
				it := startWith(t, begin).Process().Object(typeName)
				it.Apply(hcl(config), acctest.Create)
				plan := it.Plan(hcl(config+"desired_status = late(\"RUNNING\")"), acctest.Update)
				says := acctest.Text(plan.Diagnostics)
				if strings.Contains(says, "stops it") || len(plan.Diagnostics) > 1 || !locked &&
					!strings.Contains(says, "may stop it (desired_status is not yet known)") {
					t.Error(says)
				}
				plan.ExpectUnknown("desired_status", "public_ip", "port_mappings", "machine", "cost_per_hr")
				if locked {
					it.Apply(hcl(minimal), acctest.Update) // Unlocked, it can be destroyed.
				}
			})
		})
	}
}

// The apply does what the status turns out to be.
func TestPod_desiredStatusKnownLater(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		it := w.Process().Object(typeName)
		it.Apply(hcl(minimal), acctest.Create)
		w.ClearJournal()
		for _, step := range []struct {
			source, status string
			writes         []string
		}{{"once", "EXITED", []string{"StopPod"}}, {"once", "RUNNING", []string{"StartPod"}},
			{"elsewhere", "RUNNING", nil}} {
			it.Apply(hcl(minimal+"\n# from "+step.source+"\ndesired_status = late(\""+step.status+"\")"), acctest.Update)
			w.ExpectWrites(step.writes...)
			it.Expect("desired_status", step.status)
		}
	})
}

// A pod that is created stopped and locked is locked last, and so at all.
func TestPod_createdStoppedAndLocked(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		config := acctest.Values{"image_name": "img:1", "desired_status": "EXITED", "locked": true}
		made, diags := p.Apply(typeName, acctest.Instance{}, config)
		if w.ExpectRequests(withStock(w, "ListPods", "CreatePod", "StopPod", "UpdatePod")...); len(diags) != 0 {
			t.Error(acctest.Text(diags))
		}
		if plan := p.Plan(typeName, made, config); !sameState(p, plan.PlannedState, made.State) {
			t.Error("the next plan is not empty")
		}
		if pod := w.Only(kind); pod["locked"] != true || pod["desiredStatus"] != "EXITED" {
			t.Errorf("%v", pod)
		}
		// The service's own refusal, should the plan not have seen the lock, says how to go on.
		_, diags = p.Destroy(typeName, made)
		if says := acctest.Text(diags); !strings.Contains(says, "Cannot delete pod: it is locked") ||
			!strings.Contains(says, "set locked = false on the pod, and apply that first") {
			t.Errorf("%s", says)
		}
	})
}
