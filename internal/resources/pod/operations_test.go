package pod_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A changed trigger is one write, and what it can change is unknown in the plan.
func TestPod_triggers(t *testing.T) {
	t.Parallel()
	for attribute, operation := range map[string]string{"restart_triggers": "RestartPod", "reset_triggers": "ResetPod"} {
		t.Run(attribute, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			config := func(value string) string {
				return w.Config(hcl(minimal + "\n" + attribute + " = { a = \"" + value + "\" }"))
			}
			volatile := []string{"public_ip", "port_mappings", "last_started_at", "last_status_change"}
			update := []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)}
			nothingElse := resource.ConfigPlanChecks{PreApply: slices.Clone(update)}
			open := resource.ConfigPlanChecks{PreApply: append(update, plancheck.ExpectKnownValue(address, tfjsonpath.New("machine_id"), knownvalue.NotNull()))}
			for _, name := range volatile {
				nothingElse.PreApply = append(nothingElse.PreApply, plancheck.ExpectKnownValue(address, tfjsonpath.New(name), knownvalue.NotNull()))
				open.PreApply = append(open.PreApply, plancheck.ExpectUnknownValue(address, tfjsonpath.New(name)))
			}
			w.Run(
				resource.TestStep{Config: config("1"), Check: w.Wrote("CreatePod")}, // Nothing to restart in a new pod.
				resource.TestStep{Config: config("1"), ConfigPlanChecks: acctest.PlanIsEmpty()},
				resource.TestStep{PreConfig: w.ClearJournal, Config: config("2"), ConfigPlanChecks: open, Check: w.Wrote(operation)},
				resource.TestStep{Config: config("2"), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
				resource.TestStep{Config: w.Config(hcl(minimal)), ConfigPlanChecks: nothingElse, Check: w.Wrote()}, // Taken away.
				resource.TestStep{Config: config("2"), ConfigPlanChecks: open, Check: w.Wrote(operation)},
				resource.TestStep{ // With other changes: one of each, the values first.
					PreConfig: w.ClearJournal, Config: w.Config(hcl(minimal + "\nname = \"x\"\n" + attribute + " = { a = \"3\" }")), Check: w.Wrote("UpdatePod", operation),
				},
				resource.TestStep{ // A stopped pod has nothing to restart, and a start is enough.
					Config: w.Config(hcl(minimal + "\ndesired_status = \"EXITED\"\n" + attribute + " = { a = \"4\" }")), Check: w.Wrote("UpdatePod", "StopPod"),
				},
				resource.TestStep{Config: w.Config(hcl(minimal + "\ndesired_status = \"EXITED\"\n" + attribute + " = { a = \"5\" }")), Check: w.Wrote()},
				resource.TestStep{Config: config("6"), Check: w.Wrote("StartPod")},
			)
		})
	}
}

// What a restart and a reset changed is in the state at once, and so in the outputs: the next plan is empty. The pod is
// waited for as after a start.
func TestPod_triggersReadThePodWhenItIsBack(t *testing.T) {
	t.Parallel()
	for attribute, operation := range map[string]string{"restart_triggers": "RestartPod", "reset_triggers": "ResetPod"} {
		for name, options := range map[string]emulator.Options{
			"ready at once": {StepPerRequest: time.Second},
			"not ready yet": {StepPerRequest: time.Minute, PodStartDelay: 8 * time.Minute},
			"no time goes":  {}, // As where the service answers and does nothing.
		} {
			t.Run(attribute+", "+name, func(t *testing.T) {
				t.Parallel()
				w := start(t, options)
				p := w.Process()
				config := acctest.Values{"image_name": "img:1", "wait_for_ready": false, attribute: map[string]string{"a": "1"}}
				was, diags := p.Apply(typeName, acctest.Instance{}, config)
				if len(diags) != 0 {
					t.Fatal(acctest.Text(diags))
				}
				was, _ = p.Read(typeName, was) // The answer to a create says nothing of the machine.
				w.ClearJournal()
				config["wait_for_ready"], config[attribute] = true, map[string]string{"a": "2"}
				now, diags := p.Apply(typeName, was, config)
				if len(diags) != 0 {
					t.Error(acctest.Text(diags))
				}
				asked := map[string]int{}
				for _, r := range w.Journal() {
					asked[r.Operation]++
				}
				most := map[string]int{"ready at once": 0, "not ready yet": 8, "no time goes": 6}[name]
				if asked[operation] != 1 || asked["GetPod"] > most || len(asked) > 2 {
					t.Errorf("%v", asked)
				}
				read, _ := p.Read(typeName, now)
				if !sameState(p, now.State, read.State) {
					t.Error("the state is not what the service has")
				}
				attributes := p.Attributes(typeName, now.State)
				if attributes["public_ip"].IsNull() || attributes["port_mappings"].IsNull() {
					t.Error("the pod was not waited for")
				}
				if started := attributes["last_started_at"]; name != "no time goes" && started.Equal(p.Attributes(typeName, was.State)["last_started_at"]) {
					t.Errorf("started at %s before and after", started)
				}
			})
		}
	}
}

func TestPod_desiredStatus(t *testing.T) {
	t.Parallel()
	w := start(t)
	update := acctest.PlanIs(address, plancheck.ResourceActionUpdate)
	exited := w.Config(hcl(minimal + "\ndesired_status = \"EXITED\""))
	w.Run(
		resource.TestStep{
			Config: exited, Check: w.Wrote("CreatePod", "StopPod"),
			ConfigStateChecks: []statecheck.StateCheck{has("public_ip", knownvalue.Null()), has("desired_status", knownvalue.StringExact("EXITED"))},
		},
		resource.TestStep{Config: exited, ConfigPlanChecks: acctest.PlanIsEmpty()},
		w.ImportVerify(address, typeName),
		resource.TestStep{
			PreConfig: w.ClearJournal, Config: w.Config(hcl(minimal)), Check: w.Wrote("StartPod"),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
				plancheck.ExpectUnknownValue(address, tfjsonpath.New("public_ip")),
				plancheck.ExpectUnknownValue(address, tfjsonpath.New("machine")),
				plancheck.ExpectKnownValue(address, tfjsonpath.New("created_at"), knownvalue.NotNull()),
			}},
			ConfigStateChecks: []statecheck.StateCheck{has("public_ip", knownvalue.NotNull())},
		},
		resource.TestStep{Config: w.Config(hcl(minimal)), ConfigPlanChecks: acctest.PlanIsEmpty()},
		resource.TestStep{
			PreConfig: w.ClearJournal, Config: exited, ConfigPlanChecks: update, Check: w.Wrote("StopPod"),
			ConfigStateChecks: []statecheck.StateCheck{has("public_ip", knownvalue.Null()), has("port_mappings", knownvalue.Null())},
		},
		resource.TestStep{ // What changes while it is stopped starts nothing.
			Config: w.Config(hcl("image_name = \"img:2\"\ndesired_status = \"EXITED\"")), ConfigPlanChecks: update, Check: w.Sent("UpdatePod", `{"imageName":"img:2"}`),
		},
		resource.TestStep{ // Stopped by somebody, it is started again.
			Config: w.Config(hcl(minimal)), Check: w.Wrote("UpdatePod", "StartPod"),
		},
		resource.TestStep{
			PreConfig: func() { drift(t, w, map[string]any{"desiredStatus": "EXITED", "publicIp": nil, "portMappings": nil}) },
			Config:    w.Config(hcl(minimal)), ConfigPlanChecks: update, Check: w.Wrote("StartPod"),
		},
		resource.TestStep{ // What the service has ended is made anew.
			PreConfig: func() { drift(t, w, map[string]any{"desiredStatus": "TERMINATED"}) },
			Config:    w.Config(hcl(minimal)), ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionDestroyBeforeCreate), Check: w.Wrote("DeletePod", "CreatePod"),
		},
	)
}

func TestPod_locked(t *testing.T) {
	t.Parallel()
	w := start(t)
	locked := minimal + "\nlocked = true\n"
	w.Run(
		resource.TestStep{Config: w.Config(hcl(locked))},
		resource.TestStep{
			Config: w.Config(hcl(locked)), Destroy: true,
			ExpectError: regexp.MustCompile(acctest.Wrapped(`(?s)Cannot delete a locked pod.*set locked = false and apply that first\..*put the block back.*a removed block`)),
		},
		resource.TestStep{
			Config:      w.Config(hcl(locked + "container_disk_in_gb = 60")),
			ExpectError: regexp.MustCompile(acctest.Wrapped(`(?s)The pod is locked.*changes container_disk_in_gb, which resets it.*part of the same apply`)),
		},
		resource.TestStep{
			Config:      w.Config(hcl(locked + "gpu_count = 2")),
			ExpectError: regexp.MustCompile(acctest.Wrapped(`Cannot replace a locked pod`)),
		},
		resource.TestStep{PreConfig: w.ClearJournal, Config: w.Config(hcl(locked + "name = \"x\"")), Check: w.Sent("UpdatePod", `{"name":"x"}`)},
		resource.TestStep{ // Unlocked and changed in one.
			Config: w.Config(hcl(minimal + "\ncontainer_disk_in_gb = 60")), Check: w.Sent("UpdatePod", `{"name":"my pod","locked":false,"containerDiskInGb":60}`),
		},
		resource.TestStep{ // Locked and changed, and locked and stopped: the lock comes last.
			Config: w.Config(hcl(locked)), Check: w.Wrote("UpdatePod", "UpdatePod"),
		},
		resource.TestStep{Config: w.Config(hcl(minimal)), Check: w.Sent("UpdatePod", `{"locked":false}`)},
		resource.TestStep{Config: w.Config(hcl(locked + "desired_status = \"EXITED\"")), Check: w.Wrote("StopPod", "UpdatePod")},
		resource.TestStep{Config: w.Config(hcl(minimal))},
	)
}

// A status that is not known yet stops nothing: no error of a locked pod, and no warning but of what may be. What it can
// change is open in the plan, and the apply does what it turns out to be.
func TestPod_unknownDesiredStatus(t *testing.T) {
	t.Parallel()
	unknown := tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	for name, locked := range map[string]bool{"locked": true, "not locked": false} {
		w := start(t)
		p := w.Process()
		config := acctest.Values{"image_name": "img:1", "locked": locked}
		was, diags := p.Apply(typeName, acctest.Instance{}, config)
		if len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		config["desired_status"] = unknown
		plan := p.Plan(typeName, was, config)
		says := acctest.Text(plan.Diagnostics)
		if strings.Contains(says, "ERROR") || strings.Contains(says, "stops it") || len(plan.Diagnostics) > 1 || !locked && !strings.Contains(says, "may be wiped") {
			t.Errorf("%s: %s", name, says)
		}
		planned := p.Attributes(typeName, plan.PlannedState)
		for _, open := range []string{"desired_status", "public_ip", "port_mappings", "machine", "cost_per_hr"} {
			if planned[open].IsFullyKnown() {
				t.Errorf("%s: %s is planned as %s", name, open, planned[open])
			}
		}
	}
	w := start(t)
	w.Run(
		resource.TestStep{Config: w.Config(hcl(minimal))},
		resource.TestStep{
			PreConfig: w.ClearJournal,
			Config:    w.Config("resource \"terraform_data\" \"late\" { input = \"EXITED\" }\n" + hcl(minimal+"\ndesired_status = terraform_data.late.output")),
			Check:     w.Wrote("StopPod"), ConfigStateChecks: []statecheck.StateCheck{has("desired_status", knownvalue.StringExact("EXITED"))},
		},
		resource.TestStep{
			Config: w.Config("resource \"terraform_data\" \"late\" { input = \"RUNNING\" }\n" + hcl(minimal+"\ndesired_status = terraform_data.late.output")),
			Check:  w.Wrote("StartPod"),
		},
		resource.TestStep{
			Config: w.Config("resource \"terraform_data\" \"later\" { input = \"RUNNING\" }\n" + hcl(minimal+"\ndesired_status = terraform_data.later.output")),
			Check:  w.Wrote(),
		},
	)
}

// A pod that is created stopped and locked is locked last, and so at all.
func TestPod_createdStoppedAndLocked(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	config := acctest.Values{"image_name": "img:1", "desired_status": "EXITED", "locked": true}
	made, diags := p.Apply(typeName, acctest.Instance{}, config)
	if err := w.Asked("CreatePod", "StopPod", "UpdatePod"); err != nil || len(diags) != 0 {
		t.Errorf("%v %s", err, acctest.Text(diags))
	}
	if plan := p.Plan(typeName, made, config); !sameState(p, plan.PlannedState, made.State) {
		t.Error("the next plan is not empty")
	}
	if pod := one(t, w); pod["locked"] != true || pod["desiredStatus"] != "EXITED" {
		t.Errorf("%v", pod)
	}
	// The service's own refusal, should the plan not have seen the lock, says how to go on.
	_, diags = p.Destroy(typeName, made)
	if says := acctest.Text(diags); !strings.Contains(says, "Cannot delete pod: it is locked") || !strings.Contains(says, "set locked = false on the pod and apply that first") {
		t.Errorf("%s", says)
	}
}

func sameState(p *acctest.Process, a, b *tfprotov6.DynamicValue) bool {
	return fmt.Sprint(p.Attributes(typeName, a)) == fmt.Sprint(p.Attributes(typeName, b))
}

// A new pod that could not be stopped stays, and the next apply stops it.
func TestPod_stopFails(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	w.SetFaults(emulator.Fault{Operation: "StopPod", Kind: "status", Status: http.StatusInternalServerError, Message: "out of order", Count: 1})
	config := acctest.Values{"image_name": "img:1", "desired_status": "EXITED"}
	made, diags := p.Apply(typeName, acctest.Instance{}, config)
	if says := acctest.Text(diags); len(diags) != 1 || !strings.HasPrefix(says, "WARNING: The pod was created, and could not be stopped") || !strings.Contains(says, "out of order") {
		t.Errorf("%s", says)
	}
	w.ClearJournal()
	refreshed, _ := p.Read(typeName, made)
	if _, diags = p.Apply(typeName, refreshed, config); len(diags) != 0 {
		t.Errorf("%s", acctest.Text(diags))
	}
	if err := w.Asked("GetPod", "StopPod"); err != nil {
		t.Error(err)
	}
}

// Whoever cannot start a stopped pod is not told to change what replaces it, and with it its volume.
func TestPod_startWithoutCapacity(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	config := acctest.Values{"image_name": "img:1", "desired_status": "EXITED"}
	was, _ := p.Apply(typeName, acctest.Instance{}, config)
	w.SetFaults(emulator.Fault{Operation: "StartPod", Kind: "status", Status: http.StatusInternalServerError, Message: "There are no longer any instances available with the requested specifications."})
	delete(config, "desired_status")
	_, diags := p.Apply(typeName, was, config)
	says := acctest.Text(diags)
	if !strings.HasPrefix(says, "ERROR: Cannot start pod: no capacity: ") || !strings.Contains(says, "stays as it is, with what is on its volume") {
		t.Error(says)
	}
	_, diags = p.Invoke(typeName+"_start", acctest.Values{"pod_id": id(t, w)})
	says += acctest.Text(diags)
	for _, replaces := range []string{"gpu_type_ids", "data_center_ids", "cloud_type"} {
		if strings.Contains(says, replaces) {
			t.Errorf("%s replaces the pod: %s", replaces, says)
		}
	}
	if err := w.Asked("CreatePod", "StopPod", "StartPod", "GetPod", "StartPod"); err != nil { // Nothing is looked up: the pod is known.
		t.Error(err)
	}
}

// What was done before a step fails is in the state, and the rest in the next plan.
func TestPod_updateHalfWay(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	config := acctest.Values{"image_name": "img:1", "reset_triggers": map[string]string{"a": "1"}, "restart_triggers": map[string]string{"a": "1"}}
	was, diags := p.Apply(typeName, acctest.Instance{}, config)
	if len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	w.SetFaults(emulator.Fault{Operation: "RestartPod", Kind: "status", Status: http.StatusInternalServerError, Message: "not enough free GPUs", Count: 1})
	w.ClearJournal()
	config["name"] = "x"
	config["reset_triggers"], config["restart_triggers"] = map[string]string{"a": "2"}, map[string]string{"a": "2"}
	was, diags = p.Apply(typeName, was, config)
	if says := acctest.Text(diags); !strings.Contains(says, "Cannot restart pod: no capacity") {
		t.Errorf("%s", says)
	}
	if err := w.Asked("UpdatePod", "ResetPod", "RestartPod"); err != nil {
		t.Error(err)
	}
	if was, diags = p.Apply(typeName, was, config); len(diags) != 0 {
		t.Errorf("%s", acctest.Text(diags))
	}
	if err := w.Asked("RestartPod"); err != nil {
		t.Error(err)
	}
	if plan := p.Plan(typeName, was, config); !sameState(p, plan.PlannedState, was.State) {
		t.Error("the next plan is not empty")
	}
}

// Plans say what is lost and what it costs.
func TestPod_warnings(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	config := func(more acctest.Values) acctest.Values {
		values := acctest.Values{"image_name": "img:1", "volume_in_gb": 30, "restart_triggers": map[string]string{"a": "1"}}
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
			`^WARNING: The container disk will be wiped: The pod "my pod" is running, and this plan changes container_disk_in_gb, env \(it adds A\), which resets it. What is on its container disk of 50 GB is lost; what is on its volume stays.$`,
		},
		"stop":    {acctest.Values{"desired_status": "EXITED"}, `will be wiped: .* this plan stops it \(desired_status\)\.`},
		"restart": {acctest.Values{"restart_triggers": map[string]string{"a": "2"}}, `will be wiped: .* this plan restarts it \(restart_triggers\)\.`},
		"first":   {acctest.Values{"reset_triggers": map[string]string{"a": "2"}}, `will be wiped: .* this plan resets it \(reset_triggers\)\.`},
		"replace": {acctest.Values{"gpu_count": 2}, `^WARNING: Replacing a running pod: The pod "my pod" is running. It costs [0-9.]+ USD an hour until it is deleted. What is on its container disk and on its own volume of 30 GB is lost.$`},
		"shrink":  {acctest.Values{"volume_in_gb": 29}, `^ERROR: A pod's volume cannot shrink: .*30 GB, and volume_in_gb is 29. Set it to 30 or more`},
	} {
		t.Run(name, func(t *testing.T) {
			w.ClearJournal()
			says := acctest.Text(p.Plan(typeName, was, config(test.change)).Diagnostics)
			if !regexp.MustCompile(test.says).MatchString(says) {
				t.Errorf("%s", says)
			}
			if err := w.Asked(); err != nil {
				t.Error(err)
			}
		})
	}
	if says := acctest.Text(p.PlanDestroy(typeName, was).Diagnostics); !strings.HasPrefix(says, "WARNING: Deleting a running pod: ") {
		t.Errorf("%s", says)
	}
	stopped, _ := p.Apply(typeName, was, config(acctest.Values{"desired_status": "EXITED"}))
	if says := acctest.Text(p.PlanDestroy(typeName, stopped).Diagnostics); says != "" {
		t.Errorf("a stopped pod: %s", says)
	}
	idle := config(acctest.Values{"desired_status": "EXITED", "restart_triggers": map[string]string{"a": "3"}, "container_disk_in_gb": 9})
	if says := acctest.Text(p.Plan(typeName, stopped, idle).Diagnostics); !strings.HasPrefix(says, "WARNING: There is nothing to restart") {
		t.Errorf("%s", says)
	}
}
