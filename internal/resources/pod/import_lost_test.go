package pod_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

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
			sendsNothing(t, w, "the update after private state was lost")
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
