package provider_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// What a run that was killed left over is refused if existing_objects says so, and never what this run has made.
func TestExistingObjects(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]string{
		"": "^$", "ignore": "^$",
		"error": "ERROR: Cannot create network volume: an equal object exists: .*left1 (\"data\")",
	} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				env := start()
				left := map[string]any{"name": "data", "size": 10, "dataCenterId": "EU-RO-1"}
				env.Put("networkVolumes", "left1", left)
				arguments := acctest.Values{}
				if setting != "" {
					arguments["existing_objects"] = setting
				}
				p := env.Process(arguments)
				apply := func(name string) string {
					config := acctest.Values{"name": name, "size": 10, "data_center_id": "EU-RO-1"}
					_, diags := p.Apply("podfleet_network_volume", acctest.Instance{}, config)
					return acctest.Text(diags)
				}
				for range 2 {
					if says := apply("equal"); says != "" {
						t.Error(says)
					}
				}
				env.ClearJournal()
				says := apply("data")
				if want == "^$" && says != "" {
					t.Error(says)
				}
				for part := range strings.SplitSeq(strings.Trim(want, "^$"), ".*") {
					if !strings.Contains(says, part) {
						t.Errorf("%q is not in %s", part, says)
					}
				}
				if sent := len(env.Requests("CreateNetworkVolume")); (setting == "error") != (sent == 0) {
					t.Errorf("%d creates", sent)
				}
			})
		})
	}
}

// If a process on the same machine has read the replaced object for the state, the create ignores it. On another
// machine, the apply of a saved plan does not know that object: it deletes nothing, and the error says how to continue.
func TestExistingObjects_savedPlan(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		const typeName = "podfleet_network_volume"
		env := start()
		machines := map[string]string{"here": t.TempDir(), "elsewhere": t.TempDir()}
		process := func(machine string) *acctest.Process {
			on := *env
			on.Shared = filepath.Join(machines[machine], "peers")
			return on.Process(acctest.Values{"existing_objects": "error"})
		}
		config := acctest.Values{"name": "data", "size": 10, "data_center_id": "EU-RO-1"}
		env.Put("networkVolumes", "old", map[string]any{
			"name": "data", "size": 10, "dataCenterId": "EU-RO-1"})
		plan := process("here")
		old, diags := plan.Read(typeName, plan.Instance(typeName, acctest.Values{"id": "old"}))
		if hasError(diags) || plan.Attributes(typeName, old.State) == nil {
			t.Fatal(acctest.Text(diags))
		}
		env.ClearJournal()
		_, diags = process("elsewhere").Apply(typeName, acctest.Instance{}, config)
		says := acctest.Text(diags)
		contains(t, says, "an equal object exists", `old ("data")`, "replaces with create_before_destroy",
			"if the plan was saved", "that one is deleted already",
			"`terraform state list -id=old`",
			"`terraform apply`, without a saved plan", "existing_objects (PODFLEET_EXISTING_OBJECTS)")
		if sent := env.Writes(); len(sent) != 0 {
			t.Errorf("the service was sent %v", sent)
		}
		if _, diags := process("here").Apply(typeName, acctest.Instance{}, config); len(diags) != 0 {
			t.Error(acctest.Text(diags))
		}
	})
}

// If the API key may not list objects, applying again fails again: the error says what to change. With "ignore", the
// same key creates the object.
func TestExistingObjects_mayNotList(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		const typeName = "podfleet_network_volume"
		env := start()
		env.SetFaults(emulator.Fault{Operation: "ListNetworkVolumes", Kind: "status", Status: http.StatusForbidden})
		config := acctest.Values{"name": "data", "size": 10, "data_center_id": "EU-RO-1"}
		_, diags := env.Process(acctest.Values{"existing_objects": "error"}).Apply(typeName, acctest.Instance{}, config)
		says := acctest.Text(diags)
		contains(t, says, "Cannot create network volume: not permitted", `existing_objects (PODFLEET_EXISTING_OBJECTS) = "error"`,
			"an API key that is valid and may list objects of this kind", `set existing_objects to "ignore"`)
		if strings.Contains(says, "apply again") || len(env.Writes()) != 0 {
			t.Errorf("%s\nafter %v", says, env.Writes())
		}
		_, diags = env.Process(acctest.Values{"existing_objects": "ignore"}).Apply(typeName, acctest.Instance{}, config)
		if hasError(diags) || len(env.Requests("CreateNetworkVolume")) != 1 {
			t.Error(acctest.Text(diags))
		}
	})
}

// What a killed run left over of any candidate of a pod is in the way of all.
func TestExistingObjects_alternative(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		const typeName = "podfleet_pod"
		env := start()
		process := func() *acctest.Process {
			on := *env
			on.Shared = filepath.Join(t.TempDir(), "peers") // Of another machine.
			return on.Process(acctest.Values{"existing_objects": "error"})
		}
		config := acctest.Values{"name": "n", "image_name": "img:1", "gpu_type_ids": []string{"NVIDIA A40"}}
		if _, diags := process().Apply(typeName, acctest.Instance{}, config); hasError(diags) {
			t.Fatal(acctest.Text(diags))
		}
		_ = env.Writes()
		config["gpu_type_ids"] = []string{"NVIDIA L4"}
		config["alternatives"] = []acctest.Values{{"gpu_type_ids": []string{"NVIDIA A40"}}}
		_, diags := process().Apply(typeName, acctest.Instance{}, config)
		contains(t, acctest.Text(diags), "Cannot create pod: an equal object exists")
		if sent := env.Writes(); len(sent) != 0 {
			t.Errorf("the service was sent %v", sent)
		}
	})
}
