package provider_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The next plan treats the changes of other clients as the guide Changes has them in its table.
func TestGuideChanges_outsideOfTerraform(t *testing.T) {
	t.Parallel()
	const (
		pod      = `resource "podfleet_pod" "it" { image_name = "img:1" }`
		template = `resource "podfleet_template" "it" {
			name          = "worker"
			image_name    = "registry.example.com/team/worker:1"
			is_serverless = true
		}`
		volume = `resource "podfleet_network_volume" "it" {
			name_prefix    = "weights-"
			size           = 20
			data_center_id = "EU-RO-1"
		}`
	)
	for name, test := range map[string]struct {
		typeName, kind string
		config         string
		change         map[string]any // nil deletes the object.
		want           acctest.Action
		attribute      string // Its planned value is value.
		value          any
		warns          bool
	}{
		"an attribute": {
			"podfleet_template", emulator.KindTemplates, template, map[string]any{"imageName": "other:1"}, acctest.Update,
			"image_name", "registry.example.com/team/worker:1", false,
		},
		"an attribute without a line": {
			"podfleet_template", emulator.KindTemplates, template, map[string]any{"containerDiskInGb": 70}, acctest.Update,
			"container_disk_in_gb", 50, false,
		},
		"a stopped pod": {
			"podfleet_pod", emulator.KindPods, pod, map[string]any{"desiredStatus": "EXITED"},
			acctest.Update, "desired_status", "RUNNING", false,
		},
		"a pod that ended": {
			"podfleet_pod", emulator.KindPods, pod, map[string]any{"desiredStatus": "TERMINATED"},
			acctest.Replace, "", nil, false, // Version 2 has no such pod.
		},
		"a deleted object": {"podfleet_template", emulator.KindTemplates, template, nil, acctest.Create, "", nil, false},
		"an enlarged volume": {
			"podfleet_network_volume", emulator.KindNetworkVolumes, volume, map[string]any{"size": 30}, acctest.NoOp,
			"size", 30, true,
		},
		"a new name": {
			"podfleet_network_volume", emulator.KindNetworkVolumes, volume, map[string]any{"name": "by hand"}, acctest.NoOp,
			"name", "by hand", false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				w := start()
				it := w.Process().Object(test.typeName)
				it.Apply(test.config, acctest.Create)
				do := func() error { return w.PatchObject(test.kind, it.ID(), test.change) }
				if test.change == nil {
					do = func() error { return w.DeleteObject(test.kind, it.ID()) }
				}
				if err := do(); err != nil {
					t.Fatal(err)
				}
				want := test.want
				if want == acctest.Replace && w.Version() == 2 {
					want = acctest.Create
				}
				plan := it.Plan(test.config, want)
				if test.attribute != "" {
					plan.Expect(test.attribute, test.value)
				}
				if warns := strings.Contains(acctest.Text(plan.Diagnostics), "larger than configured"); warns != test.warns {
					t.Errorf("warns of a volume: %t: %s", warns, acctest.Text(plan.Diagnostics))
				}
			})
		})
	}
}
