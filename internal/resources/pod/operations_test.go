package pod_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A changed trigger is one write, and what it can change is unknown in the plan.
func TestPod_triggers(t *testing.T) {
	t.Parallel()
	for attribute, operation := range map[string]string{"restart_triggers": "RestartPod", "reset_triggers": "ResetPod"} {
		t.Run(attribute, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
				w := startWith(t, begin)
				volatile := []string{"public_ip", "port_mappings", "last_started_at", "last_status_change"}
				stays, operation := "machine_id", operation
				if w.Version() == 2 { // It has neither the last status change nor the machine, and a restart is a reset.
					volatile, stays, operation = volatile[:3], "cost_per_hr", "RestartPod"
				}
				config := func(more, value string) string {
					return hcl(minimal + "\n" + more + attribute + " = { a = \"" + value + "\" }")
				}
				it := w.Process().Object(typeName)
				triggered := func(value string) {
					t.Helper()
					plan := it.Plan(config("", value), acctest.Update)
					plan.ExpectUnknown(volatile...)
					plan.ExpectSet(stays)
					it.Apply(config("", value), acctest.Update)
					w.ExpectWrites(operation)
				}
				it.Apply(config("", "1"), acctest.Create) // Nothing to restart in a new pod.
				w.ExpectWrites("CreatePod")
				triggered("2")
				it.Apply(config("", "2"), acctest.NoOp)
				w.ExpectWrites()
				it.Plan(hcl(minimal), acctest.Update).ExpectSet(volatile...) // Taken away.
				it.Apply(hcl(minimal), acctest.Update)
				w.ExpectWrites()
				triggered("2")
				it.Apply(config("name = \"x\"\n", "3"), acctest.Update) // With other changes: one of each, the values first.
				w.ExpectWrites("UpdatePod", operation)
				const stopped = "desired_status = \"EXITED\"\n"
				it.Apply(config(stopped, "4"), acctest.Update) // A stopped pod has nothing to restart, and a start is enough.
				w.ExpectWrites("UpdatePod", "StopPod")
				it.Apply(config(stopped, "5"), acctest.Update)
				w.ExpectWrites()
				it.Apply(config("", "6"), acctest.Update)
				w.ExpectWrites("StartPod")
			})
		})
	}
}

func TestPod_locked(t *testing.T) {
	t.Parallel()
	w := start(t)
	locked := minimal + "\nlocked = true\n"
	it := w.Process().Object(typeName)
	it.Apply(hcl(locked), acctest.Create)
	it.ExpectDestroyError(`Cannot delete a locked pod.*set locked = false, and apply that first\..*put the block back.*a removed block.*\(at locked\)`)
	it.ExpectPlanError(hcl(locked+"gpu_count = 2"), `Cannot replace a locked pod`)
	w.ClearJournal()
	const resets = "changes its configuration, which resets it" // An update does not name the attributes.
	for arguments, causes := range map[string][2]string{
		"container_disk_in_gb = 60":      {"changes container_disk_in_gb, which resets it", resets},
		"env = { A = \"1\" }":            {"changes env (it adds A), which resets it", resets},
		"desired_status = \"EXITED\"":    {"stops it (desired_status)", "stops it (desired_status)"},
		"reset_triggers = { a = \"1\" }": {"resets it (reset_triggers)", "resets it (reset_triggers)"},
	} {
		says := acctest.Text(it.Plan(hcl(locked+arguments), acctest.Update).Diagnostics)
		if !strings.HasPrefix(says, "WARNING: The pod is locked: ") || !strings.Contains(says, causes[0]+".") ||
			!strings.Contains(says, "part of the same apply") || strings.Contains(says, "wiped") {
			t.Errorf("%s: %s", arguments, says)
		}
		it.ExpectApplyError(hcl(locked+arguments), acctest.Update,
			`The pod is locked.*`+regexp.QuoteMeta(causes[1])+`\..*part of the same apply.*\(at locked\)`)
		w.ExpectWrites()
	}
	it.Apply(hcl(locked+"name = \"x\""), acctest.Update)
	w.ExpectSent("UpdatePod", `{"name":"x"}`)
	// Unlocked and changed in one.
	it.Apply(hcl(minimal+"\ncontainer_disk_in_gb = 60"), acctest.Update)
	w.ExpectSent("UpdatePod", `{"name":"my pod","locked":false,"containerDiskInGb":60}`)
	// Locked and changed, and locked and stopped: the lock comes last.
	it.Apply(hcl(locked), acctest.Update)
	w.ExpectWrites("UpdatePod", "UpdatePod")
	it.Apply(hcl(minimal), acctest.Update)
	w.ExpectSent("UpdatePod", `{"locked":false}`)
	it.Apply(hcl(locked+"desired_status = \"EXITED\""), acctest.Update)
	w.ExpectWrites("StopPod", "UpdatePod")
	it.Apply(hcl(minimal), acctest.Update)
}

// A new pod that could not be stopped stays, and the next apply stops it.
func TestPod_stopFails(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		w.SetFaults(emulator.Fault{Operation: "StopPod", Kind: "status", Status: rejection(w),
			Message: "out of order", Count: 3 - w.Version()}) // Over version 1, a 500 may be no rejection.
		config := acctest.Values{"image_name": "img:1", "desired_status": "EXITED"}
		made, diags := p.Apply(typeName, acctest.Instance{}, config)
		if says := acctest.Text(diags); len(diags) != 1 ||
			!strings.HasPrefix(says, "WARNING: Cannot stop the new pod: ") ||
			!strings.Contains(says, "out of order") {
			t.Errorf("%s", says)
		}
		w.ClearJournal()
		refreshed, _ := p.Read(typeName, made)
		p.MustApply(typeName, refreshed, config)
		w.ExpectRequests("GetPod", "StopPod")
	})
}

// Whoever cannot start a stopped pod is not told to change what replaces it, and with it its volume.
func TestPod_startWithoutCapacity(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		config := acctest.Values{"image_name": "img:1", "desired_status": "EXITED"}
		was := p.MustApply(typeName, acctest.Instance{}, config)
		w.SetFaults(emulator.Fault{Operation: "StartPod", Kind: "status", Status: rejection(w),
			Message: "There are no longer any instances available with the requested specifications."})
		delete(config, "desired_status")
		_, diags := p.Apply(typeName, was, config)
		says := acctest.Text(diags)
		if !strings.HasPrefix(says, "ERROR: Cannot start pod: no capacity: ") ||
			!strings.Contains(says, "stays as it is, and its volume keeps the data") {
			t.Error(says)
		}
		_, diags = p.Invoke(typeName+"_start", acctest.Values{"pod_id": w.OnlyID(kind)})
		says += acctest.Text(diags)
		for _, replaces := range []string{"gpu_type_ids", "data_center_ids", "cloud_type"} {
			if strings.Contains(says, replaces) {
				t.Errorf("%s replaces the pod: %s", replaces, says)
			}
		}
		// Nothing is looked up, but over version 1 whether the start acted.
		want := withStock(w, "ListPods", "CreatePod", "StopPod", "StartPod", "GetPod", "StartPod")
		if w.Version() == 1 {
			want = append(want, "GetPod", "GetPod")
		}
		w.ExpectRequests(want...)
	})
}

// What was done before a step fails is in the state, and the rest in the next plan.
func TestPod_updateHalfWay(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	config := acctest.Values{"image_name": "img:1", "reset_triggers": map[string]string{"a": "1"},
		"restart_triggers": map[string]string{"a": "1"}}
	was := p.MustApply(typeName, acctest.Instance{}, config)
	w.SetFaults(emulator.Fault{Operation: "RestartPod", Kind: "status", Status: http.StatusInternalServerError,
		Message: "not enough free GPUs", Count: 1})
	w.ClearJournal()
	config["name"] = "x"
	config["reset_triggers"], config["restart_triggers"] = map[string]string{"a": "2"}, map[string]string{"a": "2"}
	was, diags := p.Apply(typeName, was, config)
	if says := acctest.Text(diags); !strings.Contains(says, "Cannot restart pod: no capacity") {
		t.Errorf("%s", says)
	}
	w.ExpectRequests("UpdatePod", "ResetPod", "RestartPod")
	w.Advance(time.Minute) // Or nothing shows the restart.
	was = p.MustApply(typeName, was, config)
	w.ExpectRequests("RestartPod")
	if plan := p.Plan(typeName, was, config); !sameState(p, plan.PlannedState, was.State) {
		t.Error("the next plan is not empty")
	}
}

// Plans say what is lost and what it costs.
func TestPod_warnings(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		config := func(more acctest.Values) acctest.Values {
			values := acctest.Values{"image_name": "img:1", "volume_in_gb": 30,
				"restart_triggers": map[string]string{"a": "1"}}
			for name, value := range more {
				values[name] = value
			}
			return values
		}
		was, _ := p.Apply(typeName, acctest.Instance{}, config(nil))
		for name, test := range map[string]struct {
			change acctest.Values
			says   string
		}{
			"nothing": {nil, `^$`},
			"rename":  {acctest.Values{"name": "x", "locked": true}, `^$`},
			"reset": {
				acctest.Values{"container_disk_in_gb": 7, "env": map[string]string{"A": "1"}},
				`^WARNING: The container disk will be erased: pod "my pod" \(\w+\): The pod "my pod" is running, and this plan changes container_disk_in_gb, env \(it adds A\), which resets it. The data on its container disk of 50 GB is erased; its volume remains.\s+Terraform does not tell the provider about -replace and replace_triggered_by. If one of them makes the plan replace the pod, the pod's own volume is deleted too\.\s+Next: before you apply, copy the data that you need to the pod's volume\. If the plan replaces the pod, copy it to another place\.$`,
			},
			"stop": {acctest.Values{"desired_status": "EXITED"},
				`will be erased: .* this plan stops it \(desired_status\)\.`},
			"restart": {acctest.Values{"restart_triggers": map[string]string{"a": "2"}},
				`will be erased: .* this plan restarts it \(restart_triggers\)\.`},
			"first": {acctest.Values{"reset_triggers": map[string]string{"a": "2"}},
				`will be erased: .* this plan resets it \(reset_triggers\)\.`},
			"replace": {acctest.Values{"gpu_count": 2},
				`^WARNING: Replacing a running pod: pod "my pod" \(\w+\): The pod "my pod" is running. It does not meet the configuration: gpu_count is 2, and the pod has 1\. It costs [0-9.]+ USD an hour until it is deleted. The data on its container disk and on its own volume of 30 GB is deleted with it\.\s+Next: before you apply, copy the data that you need to another place\.$`},
		} {
			t.Run(name, func(t *testing.T) {
				w.ClearJournal()
				says := acctest.Text(p.Plan(typeName, was, config(test.change)).Diagnostics)
				if !regexp.MustCompile(test.says).MatchString(says) {
					t.Errorf("%s", says)
				}
				if name == "replace" && w.Version() == 2 {
					w.ExpectRequests("ListGPUTypes") // For the stock.
				} else {
					w.ExpectRequests()
				}
			})
		}
		says := acctest.Text(p.PlanDestroy(typeName, was).Diagnostics)
		if !strings.HasPrefix(says, "WARNING: Deleting a running pod: ") {
			t.Errorf("%s", says)
		}
		stopped, _ := p.Apply(typeName, was, config(acctest.Values{"desired_status": "EXITED"}))
		if says := acctest.Text(p.PlanDestroy(typeName, stopped).Diagnostics); says != "" {
			t.Errorf("a stopped pod: %s", says)
		}
		variables := config(acctest.Values{"desired_status": "EXITED", "env": map[string]string{"A": "1"}})
		says = acctest.Text(p.Plan(typeName, stopped, variables).Diagnostics)
		if !strings.HasPrefix(says, "WARNING: Environment variables change: ") {
			t.Errorf("variables of a stopped pod: %s", says)
		}
	})
}
