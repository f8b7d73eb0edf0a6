package pod_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A volume beside a network volume, or of a CPU pod, is refused where it would be sent.
func TestPod_volumeOverVersion2(t *testing.T) {
	t.Parallel()
	w := start(t)
	network := minimal + "\nnetwork_volume_id = \"vol1\"\n"
	it := w.Process().Object(typeName)
	it.Apply(hcl(network+"volume_in_gb = 30"), acctest.Create)
	w.UseVersion2()
	it.Process = w.Process()
	it.Apply(hcl(network+"volume_in_gb = 30"), acctest.NoOp)
	it.Apply(hcl(network), acctest.NoOp)
	it.Expect("volume_in_gb", 30)
	it.ExpectPlanError(hcl(network+"volume_in_gb = 40"), `cannot have its own volume in this version.*\(at volume_in_gb\)`)
	_ = w.Writes()
	other := w.Process().Object(typeName)
	other.ExpectPlanError(hcl(network+"volume_in_gb = 30"), `cannot have its own volume in this version.*\(at volume_in_gb\)`)
	other.Apply(hcl(minimal+"\nvolume_in_gb = 0"), acctest.Create)
	other.Apply(hcl(minimal+"\nvolume_in_gb = 10"), acctest.Replace) // A pod cannot get a volume.
	w.ExpectWrites("CreatePod", "DeletePod", "CreatePod")
}

// A create over version 2 cannot lock: an update does. If it fails, the pod is in the state, and the next apply locks
// it.
func TestPod_lockedOverVersion2(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.UseVersion2()
	it := w.Process().Object(typeName)
	w.SetFaults(emulator.Fault{Operation: "UpdatePod", Kind: "status", Status: http.StatusForbidden, Count: 1})
	warnings := acctest.Text(it.ApplyWithNonEmptyPlan(hcl(minimal+"\nlocked = true"), acctest.Create))
	if !strings.Contains(warnings, "Cannot lock the new pod") {
		t.Error(warnings)
	}
	w.ExpectWrites("CreatePod", "UpdatePod")
	it.Apply(hcl(minimal+"\nlocked = true"), acctest.Update)
	w.ExpectSent("UpdatePod", `{"locked":true}`)
	it.Apply(hcl(minimal), acctest.Update)
}

// A pod that cannot start ends the wait at once.
func TestPod_failsToStartOverVersion2(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{PodStartDelay: longDelay})
	w.UseVersion2()
	w.OnRequest("GetPod", 1, func() {
		w.Patch(kind, id(t, w), map[string]any{"failed": true})
	})
	it := w.Process().Object(typeName)
	it.ExpectApplyError(hcl(minimal), acctest.Create, `The wait for the pod failed.*status ERROR`)
	if !it.Tainted() {
		t.Error("the pod is not tainted")
	}
}

// An import over version 2 finds what version 1 never returns.
func TestPod_importOverVersion2(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.UseVersion2()
	config := hcl(minimal + "\ncompute_type = \"CPU\"\ncpu_flavor_ids = [\"cpu3c\"]\nvcpu_count = 4")
	it := w.Process().Object(typeName)
	it.Apply(config, acctest.Create)
	imported := w.Process().Object(typeName)
	imported.Import(id(t, w))
	imported.Expect("compute_type", "CPU")
	imported.Expect("cloud_type", "SECURE")
	imported.Expect("global_networking", false)
	imported.Expect("vcpu_count", 4)
	_ = w.Writes()
	imported.Apply(config, acctest.Update)
	w.ExpectWrites()
	imported.Instance = acctest.Instance{}
}

// What depends on a value that is not known yet is not refused in the plan, and not planned: the plan in the apply
// decides.
func TestPod_unknownKindOverVersion2(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ config, fails string }{
		"countries of a GPU pod": {config: `compute_type = late("GPU")
			country_codes = ["RO"]`},
		"countries of a CPU pod": {fails: `countries for GPU pods.*at country_codes`, config: `compute_type = late("CPU")
			country_codes = ["RO"]`},
		"countries of a cloud": {fails: `countries for GPU pods.*at country_codes`, config: `cloud_type = late("COMMUNITY")
			country_codes = ["RO"]`},
		"volume of a CPU pod":      {config: `compute_type = late("CPU")`},
		"volume of a GPU pod":      {config: `compute_type = late("GPU")`},
		"no network volume":        {config: `network_volume_id = late(null)`},
		"a network volume":         {config: `network_volume_id = late("vol1")`},
		"no network volume, sized": {config: "network_volume_id = late(null)\nvolume_in_gb = 30"},
		"a network volume, sized": {fails: "cannot have its own volume",
			config: "network_volume_id = late(\"vol1\")\nvolume_in_gb = 30"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t).UseVersion(2)
			it, config := w.Process().Object(typeName), hcl(minimal+"\n"+test.config)
			if test.fails != "" {
				it.ExpectApplyError(config, acctest.Create, test.fails)
				w.ExpectWrites()
				return
			}
			it.Apply(config, acctest.Create)
			it.Apply(config, acctest.NoOp)
		})
	}
}

// A pod whose create left its variables out does not take those of its template for a change when version 2 shows them.
func TestPod_leanMoves(t *testing.T) {
	t.Parallel()
	w := startWith(t, func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...) },
		emulator.Options{AnswersAs: []string{"lean-pods"}})
	it := w.Process().Object(typeName)
	config := hcl("name = \"x\"\ntemplate_id = \"t1\"")
	it.Apply(config, acctest.Create)
	w.UseVersion2()
	it.Process = w.Process()
	if says := acctest.Text(it.Refresh()); says != "" || strings.Contains(string(it.JSON("env")), "template-secret") {
		t.Errorf("%s: %s", it.JSON("env"), says)
	}
	it.Plan(config, acctest.NoOp)
}
