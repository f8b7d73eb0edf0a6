package endpoint_test

import (
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// A plan right after an apply is empty for many endpoints too, although lists show neither the new template nor the
// endpoints with it. An endpoint that lags gets a GET of its own, and all share one of the template.
func TestEndpoint_planWhileListsLag(t *testing.T) {
	t.Parallel()
	const lag, endpoints = 10 * time.Minute, 9
	env := acctest.Start(t, emulator.Options{ListLag: lag}).UseVersion(2)
	answers := env.Rewrite()
	m := env.Module()
	m.Parallelism = 1
	applied(t, m, module(endpoints, "img:1"))
	env.Advance(2 * lag)
	applied(t, m, module(endpoints, "img:2"))
	answers.Use(func(a *emulatortest.Answer) { // The emulator's lists of endpoints show the settings of the moment.
		if a.Operation == "ListEndpoints" {
			a.ChangeItems(func(items []map[string]any) []map[string]any {
				for _, item := range items {
					if item["name"] == "serve-8" { // The client compares another item with a GET.
						item["image"] = "img:1"
					}
				}
				return items
			})
		}
	})
	env.ClearJournal()
	if again := m.Plan(module(endpoints, "img:2")); again.Failed() || len(again.Actions) != 0 {
		t.Errorf("%v: %s", again.Actions, again.Text())
	}
	reads := map[string]int{}
	for _, r := range env.Requests() {
		reads[r.Operation]++
	}
	if reads["GetTemplate"] > 2 || reads["GetEndpoint"] > 2 {
		t.Errorf("sent %v", reads)
	}
	env.Advance(2 * lag) // Now the list of templates shows the change, and that of endpoints still lags.
	if again := m.Plan(module(endpoints, "img:2")); again.Failed() || len(again.Actions) != 0 {
		t.Errorf("only one list lags: %v: %s", again.Actions, again.Text())
	}
}
