package pod_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A state of version 1 plans empty over version 2, with every attribute and with none: nothing is sent.
func TestPod_planEmptyOverVersion2(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]func(*acctest.Env) string{
		"nothing":    func(*acctest.Env) string { return minimal },
		"everything": func(w *acctest.Env) string { return minimal + inPlace + placed(w) },
		"a template": func(*acctest.Env) string { return `template_id = "t1"` },
		"parts of a template's volume": func(*acctest.Env) string {
			return "template_id = \"t1\"\nvolume_mount_path = \"/data\""
		},
		"over a template": func(*acctest.Env) string {
			return "template_id = \"t1\"\nimage_name = \"img:1\"\nvolume_in_gb = 50\nenv = { LEVEL = \"debug\" }"
		},
		"CPU": func(*acctest.Env) string { return minimal + "\ncompute_type = \"CPU\"" },
		"CPU with a volume": func(*acctest.Env) string {
			return minimal + "\ncompute_type = \"CPU\"\nvolume_in_gb = 30"
		},
		"an odd number of vCPUs": func(*acctest.Env) string {
			return minimal + "\ncompute_type = \"CPU\"\nvcpu_count = 3"
		},
		"a small volume": func(*acctest.Env) string { return minimal + "\nvolume_in_gb = 5" },
		"no volume":      func(*acctest.Env) string { return minimal + "\nvolume_in_gb = 0" },
		"a network volume": func(*acctest.Env) string {
			return minimal + "\nnetwork_volume_id = \"vol1\"\nvolume_mount_path = \"/n\""
		},
		"community": func(*acctest.Env) string {
			return minimal + "\ncloud_type = \"COMMUNITY\"\nports = [\"80/http\"]"
		},
		"stopped and locked": func(*acctest.Env) string {
			return minimal + "\ndesired_status = \"EXITED\"\nlocked = true"
		},
		"secret variables": func(*acctest.Env) string {
			return minimal + "\nenv_wo = { TOKEN = \"x\" }\nenv_wo_version = 1"
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			it, config := w.Process().Object(typeName), hcl(test(w))
			it.Apply(config, acctest.Create)
			_ = w.Writes()
			w.UseVersion2()
			it.Process = w.Process()
			it.Apply(config, acctest.NoOp)
			w.ExpectWrites()
			if strings.Contains(config, "locked = true") {
				it.Apply(strings.Replace(config, "locked = true", "", 1), acctest.Update)
			}
		})
	}
}

// refusedOver2 are the attributes that version 2 cannot ask for, with a value of version 1, another one, and words of
// the message.
var refusedOver2 = map[string]struct{ line, other, says string }{
	"support_public_ip":                       {"true", "", "does not support requests for a public IP"},
	"interruptible":                           {"true", "", "no interruptible pods"},
	"min_download_mbps":                       {"200", "300", "minimum speed of the network inwards"},
	"min_upload_mbps":                         {"200", "300", "minimum speed of the network outwards"},
	"min_disk_bandwidth_megabytes_per_second": {"200", "300", "minimum speed of the disk"},
	"country_codes": {`["RO"]` + "\ncloud_type = \"COMMUNITY\"", `["US"]` + "\ncloud_type = \"COMMUNITY\"",
		"GPU pods in the cloud SECURE only"},
	"volume_in_gb": {"5", "7", "no volumes below 10 GB"},
	"vcpu_count":   {"3\ncompute_type = \"CPU\"", "5\ncompute_type = \"CPU\"", "power of two"},
}

// A plan refuses what version 2 cannot ask for where the apply would have to send it: in a create, as a change, in a
// replacement. A pod of version 1 that has it plans empty with it, and without the line: nothing replaces the pod.
func TestPod_refusedOverVersion2(t *testing.T) {
	t.Parallel()
	for attribute, test := range refusedOver2 {
		t.Run(attribute, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			with := func(value string) string { return hcl(fmt.Sprintf("%s\n%s = %s", minimal, attribute, value)) }
			says := `Not possible over version 2.*` + acctest.Wrapped(test.says) + `.*\(at ` + attribute + `\)`
			it := w.Process().Object(typeName)
			it.Apply(with(test.line), acctest.Create)
			w.UseVersion2()
			it.Process = w.Process()
			_ = w.Writes()
			w.Process().Object(typeName).ExpectPlanError(with(test.line), says)
			it.Apply(with(test.line), acctest.NoOp)
			it.ExpectPlanError(with(test.line+"\nnetwork_volume_id = \"vol1\""), `Not possible over version 2.*\(at `+attribute)
			if test.other != "" {
				it.ExpectPlanError(with(test.other), `Not possible over version 2.*\(at `+attribute)
			}
			w.ExpectWrites()
			without := hcl(minimal + strings.TrimPrefix(test.line, strings.Split(test.line, "\n")[0]))
			it.Apply(without, acctest.NoOp)
			w.ExpectWrites()
		})
	}
}

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
	if !strings.Contains(warnings, "could not be locked") {
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
		if err := w.PatchObject(kind, id(t, w), map[string]any{"failed": true}); err != nil {
			t.Error(err)
		}
	})
	it := w.Process().Object(typeName)
	it.ExpectApplyError(hcl(minimal), acctest.Create, `The pod failed to start.*status ERROR`)
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

// Filters that version 2 cannot answer are refused, and not answered with nothing.
func TestPods_filtersOverVersion2(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.UseVersion2()
	it := w.Process().Object(typeName)
	it.Apply(hcl(minimal), acctest.Create)
	p := w.Process()
	for name, refused := range map[string]struct {
		value any
		steps string
	}{
		"include_workers": {true, "Next: leave include_workers out."},
		"endpoint_id":     {"e", "Next: leave endpoint_id out."},
		"template_id":     {"t1", "Next: filter by image_name or name instead."},
	} {
		_, diags := p.Lookup("podfleet_pods", acctest.Values{name: refused.value})
		if text := acctest.Text(diags); !strings.Contains(text, "Not possible over version 2") ||
			!strings.Contains(text, "(at "+name) || !strings.Contains(text, refused.steps) {
			t.Error(text)
		}
	}
	p.MustLookup("podfleet_pods", acctest.Values{"image_name": "img:1"}).Expect("pods.0.id", it.ID())
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
