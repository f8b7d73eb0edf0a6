package pod_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A list that contradicts the imported pod is adopted with a warning that says so; the correction is adopted in place,
// and nothing is sent for either.
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
		if len(diags) != 0 || len(w.Requests()) != 0 {
			t.Errorf("%s: %s, after %v", what, acctest.Text(diags), w.Requests())
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

	config["gpu_type_ids"], config["data_center_ids"] = []string{"NVIDIA A40", "NVIDIA GeForce RTX 4090"},
		[]string{"US-TX-3", "EU-RO-1"}
	adopt("the correction")
	config["gpu_type_ids"], config["data_center_ids"] = []string{"NVIDIA GeForce RTX 4090"}, []string{"EU-RO-1"}
	adopt("another that agrees")
	config["compute_type"] = "CPU"
	if says := acctest.Text(p.Plan(typeName, was, config).Diagnostics); !strings.Contains(says,
		`compute_type is "CPU", and the pod has "GPU"`) {
		t.Errorf("%s", says)
	}
}
