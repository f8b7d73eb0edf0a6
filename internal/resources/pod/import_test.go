package pod_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Of what the service returns, an import plans empty; of what it never returns, it plans what is configured, in place
// and without a request, and says so. No import replaces.
func TestPod_importAdopts(t *testing.T) {
	t.Parallel()
	w := start(t)
	existing(t, w)
	p := w.Process()
	imported, diags := p.Import(typeName, "p1", "")
	if says := acctest.Text(diags); len(diags) != 1 ||
		!strings.Contains(says, "Imported environment variables may be secret") ||
		!strings.Contains(says, `The pod "old" (p1) was imported`) {
		t.Errorf("%s", says)
	}
	plain := acctest.Values{"name": "old", "image_name": "img:1", "env": map[string]string{"MODE": "fast"}}
	if plan := p.Plan(typeName, imported, plain); !sameState(p, plan.PlannedState, imported.State) ||
		len(plan.Diagnostics) != 0 || len(plan.RequiresReplace) != 0 {
		t.Errorf("the plan is not empty: %s %v\n%v\n%v", acctest.Text(plan.Diagnostics), plan.RequiresReplace,
			p.Attributes(typeName, plan.PlannedState), p.Attributes(typeName, imported.State))
	}
	config := acctest.Values{
		"cloud_type": "SECURE", "gpu_type_ids": []string{"NVIDIA L4", "NVIDIA GeForce RTX 4090"},
		"data_center_ids": []string{"EU-RO-1"}, "country_codes": []string{"RO"}, "min_ram_per_gpu": 16,
		"min_download_mbps": 100,
		"support_public_ip": true, "global_networking": true, "restart_triggers": map[string]string{"a": "1"},
		"reset_triggers": map[string]string{"a": "1"},
	}
	for name, value := range plain {
		config[name] = value
	}
	plan := p.Plan(typeName, imported, config)
	if says := acctest.Text(plan.Diagnostics); len(plan.RequiresReplace) != 0 || len(plan.Diagnostics) != 1 ||
		!strings.Contains(says, `Value not verified after import: pod "old" (p1): The pod "old" (p1) was imported`) ||
		!strings.Contains(says, "these attributes: global_networking, min_download_mbps.") {
		t.Errorf("%v %s", plan.RequiresReplace, says)
	}
	planned, was := p.Attributes(typeName, plan.PlannedState), p.Attributes(typeName, imported.State)
	for _, name := range []string{"last_status_change", "public_ip", "machine", "id"} {
		if !planned[name].Equal(was[name]) {
			t.Errorf("%s is planned as %s", name, planned[name])
		}
	}
	w.ClearJournal()
	adopted, diags := p.Apply(typeName, imported, config)
	if len(diags) != 0 || len(w.Requests()) != 0 {
		t.Errorf("%s, after %v", acctest.Text(diags), w.Requests())
	}
	if plan := p.Plan(typeName, adopted, config); !sameState(p, plan.PlannedState, adopted.State) ||
		len(plan.Diagnostics) != 0 {
		t.Errorf("the next plan is not empty: %s", acctest.Text(plan.Diagnostics))
	}
	// From now on a change is a change.
	for name, change := range map[string]any{"cloud_type": "COMMUNITY", "gpu_type_ids": []string{"NVIDIA L4"},
		"data_center_ids": []string{"US-TX-3"}, "country_codes": []string{"FR"}, "min_download_mbps": 200,
		"gpu_count": 3} {
		was := config[name]
		config[name] = change
		if plan := p.Plan(typeName, adopted, config); len(plan.RequiresReplace) != 1 {
			t.Errorf("%s: %v %s", name, plan.RequiresReplace, acctest.Text(plan.Diagnostics))
		}
		if config[name] = was; was == nil {
			delete(config, name)
		}
	}
	for name, operation := range map[string]string{"restart_triggers": "RestartPod", "global_networking": "UpdatePod"} {
		config[name] = map[string]any{"restart_triggers": map[string]string{"a": "2"}, "global_networking": false}[name]
		w.Advance(time.Minute)
		adopted, diags = p.Apply(typeName, adopted, config)
		if w.ExpectRequests(operation); len(diags) != 0 {
			t.Errorf("%s: %s", name, acctest.Text(diags))
		}
	}
}

// What an import brought stays while nobody configures it, whatever else is updated; once configured and let go of, it
// is the default's.
func TestPod_importedPlacementStays(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		existing(t, w)
		p := w.Process()
		was, _ := p.Import(typeName, "p1", "")
		config := acctest.Values{"image_name": "img:1", "name": "renamed", "env": map[string]string{"MODE": "fast"}}
		if plan := p.Plan(typeName, was, config); len(plan.RequiresReplace) != 0 {
			t.Errorf("%v", plan.RequiresReplace)
		}
		was, _ = p.Apply(typeName, was, config)
		config["name"] = "again"
		if plan := p.Plan(typeName, was, config); len(plan.RequiresReplace) != 0 {
			t.Errorf("%v", plan.RequiresReplace)
		}
		config["min_download_mbps"] = 100
		if plan := p.Plan(typeName, was, config); len(plan.RequiresReplace) != 0 {
			t.Errorf("the first update made %v replace", plan.RequiresReplace)
		}
		delete(config, "min_download_mbps")
		config["min_upload_mbps"] = 100 // Long after the import it is still unknown what it is.
		if plan := p.Plan(typeName, was, config); len(plan.RequiresReplace) != 0 ||
			!strings.Contains(acctest.Text(plan.Diagnostics), "Value not verified after import") {
			t.Errorf("%v %s", plan.RequiresReplace, acctest.Text(plan.Diagnostics))
		}
		delete(config, "min_upload_mbps")
		config["gpu_count"] = 2
		was, _ = p.Apply(typeName, was, config)
		delete(config, "gpu_count") // The pod has the default.
		if plan := p.Plan(typeName, was, config); len(plan.RequiresReplace) != 0 {
			t.Errorf("the number that the pod has replaces it: %v", plan.RequiresReplace)
		}
		config["gpu_count"] = 3
		if plan := p.Plan(typeName, was, config); len(plan.RequiresReplace) != 1 {
			t.Errorf("%v", plan.RequiresReplace)
		}
	})
}

// The CLI generates a configuration with the vCPUs that a GPU pod got, and over version 1 without the kind of a CPU
// pod. That is no wish of a pod that exists, and must not be refused: a destroy begins with a plan. A new pod is.
func TestPod_generatedVCPUCount(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		existing(t, w)
		onGPU, _ := p.Import(typeName, "p1", "")
		made := p.MustApply(typeName, acctest.Instance{}, acctest.Values{"image_name": "img:1", "compute_type": "CPU"})
		onCPU, _ := p.Import(typeName, textOf(t, p, made, "id"), "")
		config := acctest.Values{"name": "old", "image_name": "img:1", "env": map[string]string{"MODE": "fast"}}
		for _, vcpus := range []any{2, 99, tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)} {
			config["vcpu_count"] = vcpus
			plansEmpty(t, p, "a GPU pod", onGPU, config)
			plansEmpty(t, p, "a CPU pod", onCPU, acctest.Values{"image_name": "img:1", "vcpu_count": vcpus})
		}
		config["vcpu_count"] = 99
		if says := acctest.Text(p.Validate(typeName, config)); !strings.HasPrefix(says,
			"WARNING: vcpu_count is ignored without compute_type: ") {
			t.Error(says)
		}
		if says := acctest.Text(p.Plan(typeName, acctest.Instance{}, config).Diagnostics); !strings.Contains(says,
			"ERROR: Invalid attribute of a GPU pod") {
			t.Errorf("a create: %s", says)
		}
	})
}

// What only the other kind of pod has asks for nothing while it is null, unknown or empty, of a new pod and of one that
// exists.
func TestPod_attributesOfTheOtherKind(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		list, set := tftypes.List{ElementType: tftypes.String}, tftypes.Set{ElementType: tftypes.String}
		unknown := func(kind tftypes.Type) tftypes.Value { return tftypes.NewValue(kind, tftypes.UnknownValue) }
		for compute, others := range map[string]map[string][]any{
			"GPU": {
				"cpu_flavor_ids": {nil, []string{}, unknown(list)}, "cpu_flavor_priority": {nil, unknown(tftypes.String)},
				"vcpu_count": {nil, unknown(tftypes.Number)},
			},
			"CPU": {
				"gpu_type_ids": {nil, []string{}, unknown(list)}, "allowed_cuda_versions": {nil, []string{}, unknown(set)},
				"gpu_count": {nil, unknown(tftypes.Number)},
			},
		} {
			config := acctest.Values{"image_name": "img:1", "compute_type": compute}
			was := p.MustApply(typeName, acctest.Instance{}, config)
			for name, values := range others {
				for _, value := range values {
					config[name] = value
					if diags := p.Validate(typeName, config); len(diags) != 0 {
						t.Errorf("%s, %s = %v: %s", compute, name, value, acctest.Text(diags))
					}
					for what, of := range map[string]acctest.Instance{"new": {}, "existing": was} {
						plan := p.Plan(typeName, of, config)
						if says := acctest.Text(plan.Diagnostics); strings.Contains(says, "ERROR") || of.State != nil &&
							len(plan.RequiresReplace) != 0 {
							t.Errorf("%s %s, %s = %v: %v %s", what, compute, name, value, plan.RequiresReplace, says)
						}
					}
				}
				delete(config, name)
			}
		}
	})
}

// An import leaves out what the template has, and remembers it.
func TestPod_importOfATemplatedPod(t *testing.T) {
	t.Parallel()
	w := start(t)
	injectPod(t, w, map[string]any{"imageName": "img:t", "templateId": "t1",
		"env": map[string]any{"TK": "template-secret", "LEVEL": "debug"}})
	p := w.Process()
	imported, _ := p.Import(typeName, "p1", "")
	w.ExpectRequests("GetPod", "GetTemplate")
	if strings.Contains(string(imported.State.MsgPack), "TK") {
		t.Error("the template's variable is in the state")
	}
	again, diags := p.Read(typeName, imported)
	if w.ExpectRequests("GetPod"); len(diags) != 0 || !sameState(p, imported.State, again.State) {
		t.Error(acctest.Text(diags))
	}
	config := acctest.Values{"name": "old", "template_id": "t1", "env": map[string]string{"LEVEL": "warn"}}
	p.MustApply(typeName, again, config)
	if env := fmt.Sprint(w.Only(kind)["env"]); env != "map[LEVEL:warn TK:template-secret]" {
		t.Errorf("%s", env)
	}
}

// A 404 that is not the service's own says nothing about the template: without it, its secrets would come into the
// state.
func TestPod_importWithoutItsTemplate(t *testing.T) {
	t.Parallel()
	w := start(t)
	injectPod(t, w, map[string]any{"imageName": "img:t", "templateId": "t1",
		"env": map[string]any{"TK": "template-secret"}})
	for _, kind := range []string{"html", "status"} {
		w.SetFaults(emulator.Fault{Operation: "GetTemplate", Kind: kind, Status: http.StatusNotFound, Count: 1})
		imported, diags := w.Process().Import(typeName, "p1", "")
		if says := acctest.Text(diags); !strings.Contains(says, "Cannot read template of the pod") ||
			strings.Contains(string(imported.State.MsgPack), "TK") {
			t.Errorf("%s: %s", kind, says)
		}
	}
	w.Remove("templates", "t1")
	w.ClearJournal()
	if _, diags := w.Process().Import(typeName, "p1", ""); len(diags) != 1 ||
		!strings.Contains(acctest.Text(diags), "Imported environment variables may be secret") {
		t.Error(acctest.Text(diags))
	}
	w.ExpectRequests("GetPod", "GetTemplate", "ListTemplates")
}

// The update that first configures an imported pod can lose the provider's process, and with it all private state. The
// next plan must still adopt what the service never returned: to replace the pod, or to send it, is nothing that
// anybody asked for.
func TestPod_importSurvivesLostPrivateState(t *testing.T) {
	t.Parallel()
	for _, dialect := range append([]string{""}, few...) {
		t.Run("dialect "+dialect, func(t *testing.T) {
			t.Parallel()
			options := emulator.Options{}
			if dialect != "" {
				options.AnswersAs = []string{dialect}
			}
			w := start(t, options)
			rich(t, w)
			p := w.Process()
			config := richly()
			maps.Copy(config, acctest.Values{
				"min_download_mbps": 100, "support_public_ip": true, "country_codes": []string{"DE"},
				"global_networking": true,
			})
			imported, _ := p.Import(typeName, "p1", "")
			lost := refreshed(t, p, imported.WithoutPrivate())
			w.ClearJournal()

			plan := p.Plan(typeName, lost, config)
			if len(plan.RequiresReplace) != 0 {
				t.Errorf("the plan replaces the pod for %v: %s", plan.RequiresReplace, acctest.Text(plan.Diagnostics))
			}
			applied, diags := p.Apply(typeName, lost, config)
			if says := acctest.Text(diags); strings.Contains(says, "ERROR") {
				t.Fatal(acctest.Text(diags))
			}
			w.ExpectWrites()
			applied = refreshed(t, p, applied)
			plansEmpty(t, p, "after the update", applied, config)

			// From then on all of it is known: a change replaces the pod.
			config["min_download_mbps"] = 200
			if plan := p.Plan(typeName, applied, config); len(plan.RequiresReplace) == 0 {
				t.Errorf("a later change replaces nothing: %s", acctest.Text(plan.Diagnostics))
			}

			// An update without a refresh before it does not make the pod one that was created here.
			renamed := richly()
			renamed["name"] = "renamed"
			delete(renamed, "interruptible")
			unread, _ := p.Apply(typeName, imported.WithoutPrivate(), renamed)
			if plan := p.Plan(typeName, unread, renamed); len(plan.RequiresReplace) != 0 {
				t.Errorf("without a refresh: %v", plan.RequiresReplace)
			}
		})
	}
}
