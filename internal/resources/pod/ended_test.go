package pod_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A pod that is deleted, or ends, while its apply waits for it to be ready fails the apply, so that nothing that
// depends on it is created. The state shows the end, and the next apply creates a new pod.
func TestPod_endsWhileItsApplyWaits(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		end    func(*testing.T, *acctest.Env)
		says   string
		action acctest.Action // of the next apply
	}{
		"deleted": {func(t *testing.T, w *acctest.Env) {
			w.Remove(kind, w.OnlyID(kind))
		}, `^ERROR: The wait for the pod failed: The provider waited for the pod "my pod" \(ID \w+\).*` +
			`The service said: .*pod not found.*marks it as tainted: the next apply deletes it, with its own volume, and ` +
			`creates a new one.*run .terraform untaint.`, acctest.Create},
		"terminated": {func(t *testing.T, w *acctest.Env) {
			drift(t, w, map[string]any{"desiredStatus": "TERMINATED"})
		}, `^ERROR: The wait for the pod failed: .*it ended before that, with the status TERMINATED`, acctest.Replace},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t, emulator.Options{PodStartDelay: longDelay})
			it := w.Process().Object(typeName)
			w.OnRequest("GetPod", 1, func() { test.end(t, w) })
			it.ExpectApplyError(hcl(minimal), acctest.Create, test.says)
			if !it.Exists() || it.ID() == "" {
				t.Fatal("it is not in the state")
			}
			status := map[string]string{"deleted": "RUNNING", "terminated": "TERMINATED"}[name] // As last seen.
			it.Expect("desired_status", status)
			first := it.ID()
			again := hcl(minimal + "\nwait_for_ready = false")
			it.Apply(again, test.action)
			if it.ID() == first || it.Tainted() {
				t.Errorf("%s, tainted: %t", it.ID(), it.Tainted())
			}
			w.Only(kind)

			// A start waits as well, and its error taints nothing.
			it.Apply(hcl(minimal+"\nwait_for_ready = false\ndesired_status = \"EXITED\""), acctest.Update)
			w.OnRequest("StartPod", 1, func() { test.end(t, w) })
			it.ExpectApplyError(hcl(minimal), acctest.Update, test.says)
			it.Expect("desired_status", status)
			if !it.Exists() || it.Tainted() {
				t.Errorf("in the state: %t, tainted: %t", it.Exists(), it.Tainted())
			}
			it.Apply(again, test.action)
			w.Only(kind)
		})
	}
}

// A 404 that no list confirms ends no wait: a list can lag, and a front end can return 404 too. Nor does one of a pod
// that the wait has not seen, and that lists do not show yet.
func TestPod_404WhileItsApplyWaits(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		notFound := emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusNotFound,
			Message: "pod not found", Count: 2}
		page := emulator.Fault{Kind: emulator.FaultHTML, Status: http.StatusNotFound, Count: 9}
		for name, test := range map[string]struct {
			fault   emulator.Fault
			listLag time.Duration
		}{
			"the service's own":               {notFound, 0},
			"the service's own, and too new":  {notFound, longDelay},
			"a front end's":                   {page, 0},
			"a front end's, and lists behind": {page, longDelay},
		} {
			w := startWith(t, begin, emulator.Options{PodStartDelay: longDelay, ListLag: test.listLag})
			if name == "the service's own, and too new" { // What makes it too new are two requests, not their time.
				w.Tune = append(w.Tune, func(config *client.Config) { config.Times.Missing = time.Hour })
			}
			test.fault.Operation = "GetPod"
			w.SetFaults(test.fault)
			w.OnRequest("GetPod", test.fault.Count+2, func() { w.Advance(longDelay) })
			it := w.Process().Object(typeName)
			if says := acctest.Text(it.Apply(hcl(minimal), acctest.Create)); says != "" || !it.Exists() {
				t.Errorf("%s: %s", name, says)
			}
		}
	})
}

// A pod that has ended is replaced: nothing of what the service did not return is adopted.
func TestPod_endedAndImported(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{AnswersAs: []string{"lean-pods"}})
	injectPod(t, w, map[string]any{"imageName": "img:1", "desiredStatus": "TERMINATED"})
	p := w.Process()
	imported, _ := p.Import(typeName, "p1", "")
	plan := p.Plan(typeName, imported, acctest.Values{"name": "old", "image_name": "img:1", "container_disk_in_gb": 60,
		"country_codes": []string{"DE"}})
	if len(plan.RequiresReplace) == 0 || len(plan.Diagnostics) != 0 {
		t.Errorf("%v %s", plan.RequiresReplace, acctest.Text(plan.Diagnostics))
	}
}
