package pod_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// haveGPUs changes the number of GPUs of the only pod.
func haveGPUs(t *testing.T, w *acctest.Env, count int) {
	t.Helper()
	gpu, _ := w.Only(kind)["gpu"].(map[string]any)
	gpu["count"] = count
	drift(t, w, map[string]any{"gpu": gpu, "gpuCount": count})
}

// A pod that starts with fewer GPUs is neither replaced nor changed, and each refresh says so. The number that it has,
// configured, sends nothing; any other replaces it.
func TestPod_fewerGPUs(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		it := w.Process().Object(typeName)
		const two = minimal + "\ngpu_count = 2"
		it.Apply(hcl(two), acctest.Create)
		haveGPUs(t, w, 1)
		w.ClearJournal()
		if says := acctest.Text(it.Refresh()); !strings.Contains(says, "WARNING: The pod has fewer GPUs: ") ||
			!strings.Contains(says, "has 1 of the 2 GPUs of its gpu_count.") {
			t.Errorf("the refresh: %s", says)
		}
		it.Expect("gpu.count", 1)
		it.Expect("gpu_count", 2)
		it.Plan(hcl(two), acctest.NoOp)
		it.Plan(hcl(minimal+"\ngpu_count = 3"), acctest.Replace)
		it.Apply(hcl(minimal), acctest.Update) // The default is the number that it has.
		it.Expect("gpu_count", 1)
		it.Apply(hcl(minimal), acctest.NoOp)
		w.ExpectWrites()
		it.Plan(hcl(two), acctest.Replace)
		w.Process().MustLookup(typeName, acctest.Values{"id": it.ID()}).Expect("gpu_count", 1)
	})
}

// With alternatives, a pod has fewer GPUs if it has fewer than the candidate that was created, or than each that it
// meets in all else. The start with fewer replaces it for no other list that has this candidate.
func TestPod_fewerGPUsOfAnAlternative(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		soldOut(t, w, l4)
		it := w.Process().Object(typeName)
		const four = minimal + "\ngpu_count = 4\ngpu_type_ids = [\"NVIDIA L4\"]\nalternatives = "
		const two = `[{ gpu_count = 2, gpu_type_ids = ["NVIDIA A40"] }, { gpu_count = 1 }`
		it.Apply(hcl(four+two+"]"), acctest.Create)
		warns := func(of *acctest.Object, want string) {
			t.Helper()
			says := acctest.Text(of.Refresh())
			if (says == "") != (want == "") || !strings.Contains(says, want) {
				t.Errorf("%q, want %q", says, want)
			}
		}
		warns(it, "")
		imported := w.Process().Object(typeName)
		imported.Import(it.ID())
		imported.Apply(hcl(four+two+"]"), acctest.Update)
		warns(imported, "")
		haveGPUs(t, w, 1)
		warns(it, "has 1 of the 2 GPUs of its gpu_count.")
		it.Plan(hcl(four+two+", { gpu_count = 3 }]"), acctest.Update)
		it.Plan(hcl(four+"[{ gpu_count = 1 }]"), acctest.Replace)
		it.Plan(hcl(four+`[{ gpu_count = 1, gpu_type_ids = ["NVIDIA A40"] }]`), acctest.Update)
		it.Plan(hcl(four+`[{ gpu_count = 3, gpu_type_ids = ["NVIDIA A40"] }]`), acctest.Replace)
	})
}

// So says the apply that starts it.
func TestPod_fewerGPUsAfterAStart(t *testing.T) {
	t.Parallel()
	w := start(t)
	it := w.Process().Object(typeName)
	const two = minimal + "\ngpu_count = 2"
	it.Apply(hcl(two+"\ndesired_status = \"EXITED\""), acctest.Create)
	haveGPUs(t, w, 1)
	if says := acctest.Text(it.Refresh()); says != "" {
		t.Errorf("of a stopped pod: %s", says)
	}
	if says := acctest.Text(it.Apply(hcl(two), acctest.Update)); strings.Count(says, "The pod has fewer GPUs") != 1 {
		t.Errorf("the start: %s", says)
	}
	it.Expect("gpu_count", 2)
}
