package pod_test

import (
	"maps"
	"math/big"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

const (
	grownOutside = "WARNING: The volume is larger than configured: "
	cannotShrink = "ERROR: A pod's volume cannot shrink: "
	wouldShrink  = "WARNING: A pod's volume cannot shrink: "
)

// sizeOf is the volume_in_gb of an instance.
func sizeOf(t *testing.T, p *acctest.Process, of acctest.Instance) int64 {
	t.Helper()
	var size big.Float
	if err := p.Attributes(typeName, of.State)["volume_in_gb"].As(&size); err != nil {
		t.Fatal(err)
	}
	gb, _ := size.Int64()
	return gb
}

// A volume that somebody grew outside of Terraform stays as it is, whether its configured size or the default is less:
// the plan is empty and says so, and other changes go on. What the configuration makes smaller is still an error.
func TestPod_volumeGrownOutside(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]acctest.Values{"by default": {}, "configured": {"volume_in_gb": 20}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
				t.Helper()
				w := startWith(t, begin)
				p := w.Process()
				config := acctest.Values{"image_name": "img:1"}
				maps.Copy(config, size)
				was, diags := p.Apply(typeName, acctest.Instance{}, config)
				if len(diags) != 0 {
					t.Fatal(acctest.Text(diags))
				}
				drift(t, w, map[string]any{"volumeInGb": 50})
				was, _ = p.Read(typeName, was)
				for _, change := range []string{"", "renamed"} {
					plan := p.Plan(typeName, was, config)
					says := acctest.Text(plan.Diagnostics)
					if len(plan.Diagnostics) != 1 || !strings.HasPrefix(says, grownOutside) ||
						!strings.Contains(says, "set volume_in_gb = 50") {
						t.Errorf("%q: %s", change, says)
					}
					if !sameState(p, plan.PlannedState, was.State) {
						t.Errorf("%q: the plan is not empty", change)
					}
					w.ClearJournal()
					config["name"] = "renamed"
					if was, diags = p.Apply(typeName, was, config); len(diags) != 0 || sizeOf(t, p, was) != 50 {
						t.Errorf("%q: %d GB, %s", change, sizeOf(t, p, was), acctest.Text(diags))
					}
					for _, r := range w.Writes() {
						if strings.Contains(string(r.Body), "volumeInGb") {
							t.Errorf("%q: sent %s", change, r.Body)
						}
					}
				}
				config["volume_in_gb"] = 19
				if says := acctest.Text(p.Plan(typeName, was, config).Diagnostics); !strings.HasPrefix(says, wouldShrink) {
					t.Errorf("less than was applied: %s", says)
				}
				config["volume_in_gb"] = 60
				if was, diags = p.Apply(typeName, was, config); len(diags) != 0 || one(t, w)["volumeInGb"] != 60.0 {
					t.Errorf("grown: %s, %v", acctest.Text(diags), one(t, w))
				}
				config["volume_in_gb"] = 50
				if says := acctest.Text(p.Plan(typeName, was, config).Diagnostics); !strings.HasPrefix(says, wouldShrink) {
					t.Errorf("less than was applied last: %s", says)
				}
				// The plan only warns, since a destroy begins with it, and does not speak of lost data.
				w.ClearJournal()
				config["name"] = "smaller"
				kept, diags := p.Apply(typeName, was, config)
				if says := acctest.Text(diags); !strings.HasPrefix(says, cannotShrink) || len(w.Journal()) != 0 ||
					!sameState(p, kept.State, was.State) {
					t.Errorf("applied: %s, after %v", says, w.Journal())
				}
				if says := acctest.Text(p.Plan(typeName, was, config).Diagnostics); strings.Contains(says, "will be erased") {
					t.Errorf("a refused update warns of an erased disk: %s", says)
				}
			})
		})
	}
}

// Nothing is remembered of an imported pod: the default is no wish to shrink it, before an update and after one.
func TestPod_importedVolume(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		w := startWith(t, begin)
		injectPod(t, w, "p1", map[string]any{"imageName": "img:1", "volumeInGb": 50})
		p := w.Process()
		was, _ := p.Import(typeName, "p1", "")
		config := acctest.Values{"name": "old", "image_name": "img:1"}
		for _, name := range []string{"once", "twice"} {
			plan := p.Plan(typeName, was, config)
			says := acctest.Text(plan.Diagnostics)
			if len(plan.Diagnostics) != 1 || !strings.HasPrefix(says, grownOutside) ||
				!sameState(p, plan.PlannedState, was.State) {
				t.Errorf("%s: %s", name, says)
			}
			config["name"] = name
			applied, diags := p.Apply(typeName, was, config)
			if len(diags) != 0 {
				t.Errorf("%s: %s", name, acctest.Text(diags))
			}
			was = applied
		}
		config["name"], config["volume_in_gb"] = "thrice", 50
		was, _ = p.Apply(typeName, was, config)
		delete(config, "volume_in_gb")
		if says := acctest.Text(p.Plan(typeName, was, config).Diagnostics); !strings.HasPrefix(says, wouldShrink) {
			t.Errorf("once it was applied: %s", says)
		}
	})
}

// Back to its template, a pod keeps what was grown outside; it does not shrink below what was applied.
func TestPod_templatedVolumeGrownOutside(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		for size, says := range map[int]string{30: grownOutside, 50: cannotShrink} { // The template has 44.
			w := startWith(t, begin)
			p := w.Process()
			config := acctest.Values{"template_id": "t1", "volume_in_gb": size}
			was, diags := p.Apply(typeName, acctest.Instance{}, config)
			if len(diags) != 0 {
				t.Fatal(acctest.Text(diags))
			}
			drift(t, w, map[string]any{"volumeInGb": 60})
			was, _ = p.Read(typeName, was)
			delete(config, "volume_in_gb")
			was, diags = p.Apply(typeName, was, config)
			if got := acctest.Text(diags); !strings.HasPrefix(got, says) || len(diags) != 1 {
				t.Errorf("%d: %s", size, got)
			}
			if sent := w.Writes(); len(sent) != 0 || sizeOf(t, p, was) != 60 {
				t.Errorf("%d: sent %v, left %d GB", size, sent, sizeOf(t, p, was))
			}
		}
	})
}

// What a template gave and somebody grew was never applied: to configure a size between is no wish to shrink.
func TestPod_templatedVolumeConfiguredLater(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		w := startWith(t, begin)
		p := w.Process()
		config := acctest.Values{"template_id": "t1"}
		was, diags := p.Apply(typeName, acctest.Instance{}, config)
		if len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		drift(t, w, map[string]any{"volumeInGb": 100})
		was, _ = p.Read(typeName, was)
		config["name"] = "renamed"
		if was, diags = p.Apply(typeName, was, config); len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		for size, want := range map[int]string{50: grownOutside, 43: wouldShrink} { // The template has 44.
			config["volume_in_gb"] = size
			if says := acctest.Text(p.Plan(typeName, was, config).Diagnostics); !strings.HasPrefix(says, want) {
				t.Errorf("%d: %s", size, says)
			}
		}
	})
}

// An update that keeps the size of a volume that was grown outside does not remember it as applied, also where it takes
// another value from the template: a configured size between is no wish to shrink.
func TestPod_templatedVolumeKeptWithOtherValues(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		w := startWith(t, begin)
		p := w.Process()
		config := acctest.Values{"template_id": "t1", "volume_in_gb": 50, "image_name": "img:2"}
		was, diags := p.Apply(typeName, acctest.Instance{}, config)
		if len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		drift(t, w, map[string]any{"volumeInGb": 60})
		was, _ = p.Read(typeName, was)
		delete(config, "image_name")
		was, diags = p.Apply(typeName, was, config)
		if len(diags) != 0 || len(w.Writes()) != 1 || sizeOf(t, p, was) != 60 {
			t.Fatalf("sent %v, left %d GB: %s", w.Writes(), sizeOf(t, p, was), acctest.Text(diags))
		}
		config["volume_in_gb"] = 55
		if says := acctest.Text(p.Plan(typeName, was, config).Diagnostics); !strings.HasPrefix(says, grownOutside) {
			t.Errorf("%s", says)
		}
	})
}

// An update over version 2 sends the path of a volume with its size. The plan refuses another path of a volume of
// version 1 that is too small for that, whether the configuration has the size or not.
func TestPod_pathOfASmallVolume(t *testing.T) {
	t.Parallel()
	w := start(t)
	it := w.Process().Object(typeName)
	it.Apply(hcl(minimal+"\nvolume_in_gb = 5"), acctest.Create)
	_ = w.Writes()
	w.UseVersion2()
	it.Process = w.Process()
	const path = "\nvolume_mount_path = \"/data\""
	for _, size := range []string{"", "\nvolume_in_gb = 5"} {
		it.ExpectPlanError(hcl(minimal+size+path),
			`Not possible over version 2.*no volumes below 10 GB; this one has 5\..*\(at volume_mount_path\)`)
	}
	w.ExpectWrites()
	it.Apply(hcl(minimal+"\nvolume_in_gb = 10"+path), acctest.Update)
	w.ExpectSent("UpdatePod", `{"mounts":{"persistent":{"size":10,"path":"/data"}}}`)
}
