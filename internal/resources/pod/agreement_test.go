package pod_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A list that contradicts the imported pod is adopted with a warning that says so; the correction is adopted in place,
// months later too, and nothing is sent for either. Only a change away from what the pod has replaces it.
func TestPod_importContradicted(t *testing.T) {
	t.Parallel()
	w := start(t)
	existing(t, w) // On an RTX 4090 in EU-RO-1.
	p := w.Process()
	was, _ := p.Import(typeName, "p1", "")
	config := acctest.Values{"name": "old", "image_name": "img:1", "env": map[string]string{"MODE": "fast"}}
	adopt := func(what string) {
		t.Helper()
		w.ClearJournal()
		plan := p.Plan(typeName, was, config)
		if len(plan.RequiresReplace) != 0 {
			t.Errorf("%s: %v", what, plan.RequiresReplace)
		}
		adopted, diags := p.Apply(typeName, was, config)
		if len(diags) != 0 || len(w.Journal()) != 0 {
			t.Errorf("%s: %s, after %v", what, acctest.Text(diags), w.Journal())
		}
		was = adopted
		plan = p.Plan(typeName, was, config)
		if !sameState(p, plan.PlannedState, was.State) || len(plan.Diagnostics) != 0 {
			t.Errorf("%s: the next plan is not empty: %s", what, acctest.Text(plan.Diagnostics))
		}
	}
	config["gpu_type_ids"], config["data_center_ids"] = []string{"NVIDIA A40"}, []string{"US-TX-3"}
	plan := p.Plan(typeName, was, config)
	says := acctest.Text(plan.Diagnostics)
	const summary = `WARNING: The configuration contradicts the pod: pod "old" (p1): The imported pod "old" (ID p1) differs: `
	if len(plan.Diagnostics) != 1 || !strings.HasPrefix(says, summary) ||
		!strings.Contains(says, `gpu_type_ids is ["NVIDIA A40"], and the pod has "NVIDIA GeForce RTX 4090"`) ||
		!strings.Contains(says, `data_center_ids is ["US-TX-3"], and the pod has "EU-RO-1"`) {
		t.Errorf("%s", says)
	}
	adopt("the contradiction")

	// Months later.
	config["name"] = "renamed"
	was, _ = p.Apply(typeName, was, config)
	was, _ = p.Read(typeName, was)
	for _, replacing := range [][]string{{"NVIDIA L4"}, {"NVIDIA A40", "NVIDIA L4"}} {
		other := maps.Clone(config)
		other["gpu_type_ids"] = replacing
		if plan := p.Plan(typeName, was, other); len(plan.RequiresReplace) != 1 {
			t.Errorf("%v: %v", replacing, plan.RequiresReplace)
		}
	}
	config["gpu_type_ids"], config["data_center_ids"] = []string{"NVIDIA A40", "NVIDIA GeForce RTX 4090"},
		[]string{"US-TX-3", "EU-RO-1"}
	adopt("the correction")
	config["gpu_type_ids"], config["data_center_ids"] = []string{"NVIDIA GeForce RTX 4090"}, []string{"EU-RO-1"}
	adopt("another that agrees")
	config["compute_type"] = "CPU"
	says = acctest.Text(p.Plan(typeName, was, config).Diagnostics)
	if !strings.Contains(says, `compute_type is "CPU", and the pod has "GPU"`) {
		t.Errorf("%s", says)
	}
	adopt("the wrong kind")
	config["compute_type"] = "GPU"
	adopt("the right kind")
	for name, contradicts := range map[string]string{"gpu_type_ids": "NVIDIA A40", "data_center_ids": "US-TX-3"} {
		right := config[name]
		config[name] = []string{contradicts}
		plan := p.Plan(typeName, was, config)
		says := acctest.Text(plan.Diagnostics)
		if len(plan.RequiresReplace) != 1 || !strings.HasPrefix(says, "WARNING: Replacing a running pod") {
			t.Errorf("%s: %v %s", name, plan.RequiresReplace, says)
		}
		config[name] = right
	}
	delete(config, "gpu_type_ids")
	adopt("any will do")
}
