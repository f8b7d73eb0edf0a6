package pod_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// wishChange is a change of a wish of a pod with an NVIDIA L4 in EU-RO-1, or with the flavor cpu3c. has is what the pod
// has instead if the change replaces it; empty for a change in place.
type wishChange struct {
	before, after values
	has           string
	over          int // the version; 0 for both
}

type values = acctest.Values

const notShown = "nothing that responses show"

var wishChanges = map[string]wishChange{
	"a longer list": {before: values{"gpu_type_ids": []string{"NVIDIA L4"}},
		after: values{"gpu_type_ids": []string{"NVIDIA A40", "NVIDIA L4"}}},
	"another type": {before: values{"gpu_type_ids": []string{"NVIDIA L4"}},
		after: values{"gpu_type_ids": []string{"NVIDIA A40"}},
		has:   `gpu_type_ids is ["NVIDIA A40"], and the pod has "NVIDIA L4"`},
	"a priority": {after: values{"gpu_type_priority": "custom", "data_center_priority": "custom"}},
	"several, and one is not met": {after: values{"gpu_type_ids": []string{"NVIDIA L4"},
		"data_center_ids": []string{"US-TX-3"}}, has: `data_center_ids is ["US-TX-3"], and the pod has "EU-RO-1"`},
	"the other cloud": {after: values{"cloud_type": "COMMUNITY"},
		has: `cloud_type is "COMMUNITY", and the pod has "SECURE"`},
	"less memory": {before: values{"min_ram_per_gpu": 16}, after: values{"min_ram_per_gpu": nil}},
	"much memory": {after: values{"min_ram_per_gpu": 500}, has: `min_ram_per_gpu is 500, and the pod has `},
	"CPU flavors": {before: values{"compute_type": "CPU", "cpu_flavor_ids": []string{"cpu3c"}},
		after: values{"cpu_flavor_ids": []string{"cpu3g", "cpu3c"}, "cpu_flavor_priority": "custom"}},
	"another flavor": {before: values{"compute_type": "CPU", "cpu_flavor_ids": []string{"cpu3c"}},
		after: values{"cpu_flavor_ids": []string{"cpu3g"}}, has: `the pod has "cpu3c"`},

	"its country":     {after: values{"country_codes": []string{"RO"}}, over: 1},
	"another country": {after: values{"country_codes": []string{"US"}}, has: `the pod has "RO"`, over: 1},
	"a first country": {after: values{"country_codes": []string{"RO"}}, has: notShown, over: 2},
	"a public IP":     {after: values{"support_public_ip": true}, over: 1},
	"a lower speed":   {before: values{"min_download_mbps": 200}, after: values{"min_download_mbps": 100}, over: 1},
	"any speed":       {before: values{"min_upload_mbps": 200}, after: values{"min_upload_mbps": nil}, over: 1},
	"a higher speed": {before: values{"min_download_mbps": 200},
		after: values{"min_download_mbps": 300}, has: notShown, over: 1},
	"another CUDA":     {after: values{"allowed_cuda_versions": []string{"12.7"}}, has: `the pod has "12.8"`, over: 2},
	"a CUDA not shown": {after: values{"allowed_cuda_versions": []string{"12.8"}}, has: notShown, over: 1},
	"more CUDA versions": {before: values{"allowed_cuda_versions": []string{"12.8"}},
		after: values{"allowed_cuda_versions": []string{"12.8", "12.7"}}, over: 1},
}

// A wish that the pod meets is taken over in place, without a request, a warning or an unknown value, and the next plan
// is empty: of a pod that was created here, and of one that was imported. Another wish replaces the pod, and the
// warning says what the pod has.
func TestPod_wishChanges(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		p := w.Process()
		for name, test := range wishChanges {
			if test.over != 0 && test.over != w.Version() {
				continue
			}
			config := values{"name": name, "image_name": "img:1", "data_center_ids": []string{"EU-RO-1"}}
			if test.before["compute_type"] == nil {
				config["gpu_type_ids"] = []string{"NVIDIA L4"}
			}
			if _, narrows := test.after["country_codes"]; narrows && w.Version() == 2 { // It has no stock of its own.
				delete(config, "data_center_ids")
			}
			maps.Copy(config, test.before)
			created, diags := p.Apply(typeName, acctest.Instance{}, config)
			if len(diags) != 0 {
				t.Fatalf("%s: %s", name, acctest.Text(diags))
			}
			imported, _ := p.Import(typeName, textOf(t, p, created, "id"), "")
			imported, _ = p.Apply(typeName, imported, config)
			maps.Copy(config, test.after)
			for what, was := range map[string]acctest.Instance{"created": created, "imported": imported} {
				what = name + ", " + what
				plan := p.Plan(typeName, was, config)
				says := acctest.Text(plan.Diagnostics)
				if test.has != "" {
					isFirst := allNull(p.Attributes(typeName, was.State), test.after) // A first value is adopted.
					if (len(plan.RequiresReplace) == 0) != isFirst || len(plan.Diagnostics) != 1 ||
						test.has != notShown && !strings.Contains(says, test.has) {
						t.Errorf("%s: %v %s", what, plan.RequiresReplace, says)
					}
					continue
				}
				for attribute, planned := range p.Attributes(typeName, plan.PlannedState) {
					if !planned.IsFullyKnown() {
						t.Errorf("%s: %s is unknown", what, attribute)
					}
				}
				w.ClearJournal()
				now, diags := p.Apply(typeName, was, config)
				if len(plan.RequiresReplace)+len(plan.Diagnostics)+len(diags)+len(w.Requests()) != 0 {
					t.Errorf("%s: %v %s%s, after %v", what, plan.RequiresReplace, says, acctest.Text(diags), w.Requests())
				}
				plansEmpty(t, p, what, refreshed(t, p, now), config)
			}
		}
	})
}

// allNull reports whether a state has none of the values.
func allNull(state map[string]tftypes.Value, of values) bool {
	for name := range of {
		if !state[name].IsNull() {
			return false
		}
	}
	return true
}

func textOf(t *testing.T, p *acctest.Process, of acctest.Instance, attribute string) (text string) {
	t.Helper()
	if err := p.Attributes(typeName, of.State)[attribute].As(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

// The order of ports has no effect: another one plans nothing, and resets no pod.
func TestPod_portsHaveNoOrder(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		it := w.Process().Object(typeName)
		it.Apply(hcl(minimal+"\nports = [\"22/tcp\", \"80/http\"]"), acctest.Create)
		_ = w.Writes()
		reversed := hcl(minimal + "\nports = [\"80/http\", \"22/tcp\"]")
		it.Apply(reversed, acctest.NoOp)
		importPlansEmpty(t, w, reversed)
		w.ExpectWrites()
		it.Apply(hcl(minimal+"\nports = [\"80/http\"]"), acctest.Update)
		w.ExpectWrites("UpdatePod")
	})
}

// The replacement of a stopped pod says what it has too, and a longer list leaves it as it is.
func TestPod_stoppedPodNamesWhatItHas(t *testing.T) {
	t.Parallel()
	w := start(t)
	it := w.Process().Object(typeName)
	config := minimal + "\ndesired_status = \"EXITED\"\ngpu_type_ids = "
	it.Apply(hcl(config+`["NVIDIA L4"]`), acctest.Create)
	it.Refresh()
	says := acctest.Text(it.Plan(hcl(config+`["NVIDIA A40"]`), acctest.Replace).Diagnostics)
	if !strings.Contains(says, "WARNING: Replacing a stopped pod: ") || !strings.Contains(says, `has "NVIDIA L4"`) {
		t.Error(says)
	}
	it.Apply(hcl(config+`["NVIDIA A40", "NVIDIA L4"]`), acctest.Update)
}

// A plan of a new pod refuses what the service would refuse, before the pod is deleted that it replaces. No plan of a
// pod that stays does, and no destroy; a volume that the list does not show refuses nothing.
func TestPod_refusedBeforeTheDelete(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		it := w.Process().Object(typeName)
		const mounts = minimal + "\nnetwork_volume_id = \"vol1\"\nvolume_mount_path = \"/v\""
		const far = `network volume is in another data center.*vol1 is in the data center EU-RO-1, and data_center_ids ` +
			`allows US-KS-2 only\..*deleted nothing\. Next: add EU-RO-1 .*\(at network_volume_id\)`
		it.Apply(hcl(mounts+"\ndata_center_ids = [\"EU-RO-1\"]"), acctest.Create)
		_ = w.Writes()
		for line, says := range map[string]string{
			`data_center_ids = ["US-KS-2"]`: far,
			`cloud_type = "COMMUNITY"`:      `No network volumes in this cloud.*SECURE only\..*\(at cloud_type\)`,
		} {
			it.ExpectPlanError(hcl(mounts+"\n"+line), acctest.Wrapped(says))
			w.Process().Object(typeName).ExpectPlanError(hcl(mounts+"\n"+line), acctest.Wrapped(says))
			it.Plan(hcl(minimal+"\nnetwork_volume_id = \"vol9\"\nvolume_mount_path = \"/v\"\n"+
				`data_center_ids = ["US-KS-2"]`), acctest.Replace)
		}
		w.ExpectWrites()
		// A volume that is adopted far from the allowed data centers.
		imported := w.Process().Object(typeName)
		imported.Import(it.ID())
		imported.Plan(hcl(mounts+"\ndata_center_ids = [\"US-KS-2\"]"), acctest.Update)
		// One list of volumes for all new pods of a run, and none for a pod that stays.
		p := w.Process()
		w.ClearJournal()
		p.Object(typeName).ExpectPlanError(hcl(mounts+"\ndata_center_ids = [\"US-KS-2\"]"), acctest.Wrapped(far))
		p.Object(typeName).Apply(hcl(minimal), acctest.Create)
		p.Object(typeName).ExpectPlanError(hcl(mounts+"\ndata_center_ids = [\"US-KS-2\"]"), acctest.Wrapped(far))
		if called := w.Requests("ListNetworkVolumes"); len(called) != 1 {
			t.Errorf("%d lists", len(called))
		}
		w.ClearJournal()
		it.Process = w.Process()
		it.Apply(hcl(mounts+"\ndata_center_ids = [\"EU-RO-1\", \"US-KS-2\"]\nname = \"x\""), acctest.Update)
		if called := w.Requests("ListNetworkVolumes"); len(called) != 0 {
			t.Errorf("%v", called)
		}
		it.ExpectPlanError(hcl(`template_id = "gone"`), `Cannot read template of the new pod.*deleted nothing`)
		it.Destroy()
		if w.Version() == 2 {
			w.Put("templates", "serverless", map[string]any{"name": "s", "imageName": "i", "isServerless": true,
				"volumeInGb": 0})
			it.Apply(hcl(minimal), acctest.Create)
			it.Process = w.Process() // It reads the template, which the run has not read.
			it.ExpectPlanError(hcl(`template_id = "serverless"`),
				`has is_serverless = true.*deleted nothing.*\(at template_id\)`)
			it.ExpectPlanError(hcl("template_id = \"t1\"\nvolume_in_gb = 0"),
				`which has 44 GB.*deleted nothing.*\(at volume_in_gb\)`)
			it.Destroy()
			it.Plan(hcl("template_id = \"gone\"\nvolume_in_gb = 0"), acctest.Create) // It deletes nothing.
			it.ExpectPlanError(hcl(minimal+"\ncompute_type = \"CPU\"\nglobal_networking = true"),
				`Not possible over version 2.*NVIDIA GPU.*\(at global_networking\)`)
		}
	})
}
