package networkvolume_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A volume that somebody grew stops no plan: the plan keeps the service's size,
// changes nothing and warns, also beside another change.
func TestNetworkVolume_grownOutside(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	config := acctest.Values{"name": "data", "size": 20, "data_center_id": "EU-RO-1"}
	created, _ := p.Apply(typeName, acctest.Instance{}, config)
	if err := w.PatchObject(kind, id(t, w), map[string]any{"size": 50}); err != nil {
		t.Fatal(err)
	}
	w.ClearJournal()
	const grown = `WARNING: The volume is larger than configured: The network volume "data" has 50 GB, and size is 20`
	keeps := func(was acctest.Instance) {
		t.Helper()
		plan := p.Plan(typeName, was, config)
		if says := acctest.Text(plan.Diagnostics); !strings.Contains(says, grown) || strings.Contains(says, "ERROR") {
			t.Errorf("%v: %s", config, says)
		}
		if string(plan.PlannedState.MsgPack) != string(was.State.MsgPack) {
			t.Errorf("%v: the plan is not empty: %v", config, p.Attributes(typeName, plan.PlannedState))
		}
	}
	refreshed, _ := p.Read(typeName, created)
	keeps(refreshed)

	config["name"] = "renamed"
	renamed, diags := p.Apply(typeName, refreshed, config)
	if len(diags) != 0 {
		t.Error(acctest.Text(diags))
	}
	if err := w.Sent("UpdateNetworkVolume", `{"name":"renamed"}`)(nil); err != nil {
		t.Error(err)
	}
	refreshed, _ = p.Read(typeName, renamed)
	if says := acctest.Text(p.Plan(typeName, refreshed, config).Diagnostics); !strings.Contains(says, "WARNING: The volume is larger") {
		t.Errorf("once something else was applied: %s", says)
	}

	// What was configured is what tells growth outside from a shrink that is asked for.
	config["size"] = 10
	if says := acctest.Text(p.Plan(typeName, refreshed, config).Diagnostics); !strings.Contains(says, "ERROR: A network volume cannot shrink") {
		t.Errorf("less than was ever applied: %s", says)
	}
	config["size"] = 60
	larger, diags := p.Apply(typeName, refreshed, config)
	if len(diags) != 0 {
		t.Error(acctest.Text(diags))
	}
	config["size"] = 20
	if says := acctest.Text(p.Plan(typeName, larger, config).Diagnostics); !strings.Contains(says, "ERROR: A network volume cannot shrink") {
		t.Errorf("less than was applied last: %s", says)
	}
}

// Where no size is remembered, after an import and in older states, nobody can
// tell: it is taken for growth outside, and nothing is destroyed either way.
func TestNetworkVolume_grownBeforeTheImport(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	if err := w.PutObject(kind, "v1", map[string]any{"name": "data", "size": 50, "dataCenterId": "EU-RO-1"}); err != nil {
		t.Fatal(err)
	}
	p := w.Process()
	imported, _ := p.Import(typeName, "v1", "")
	plan := p.Plan(typeName, imported, acctest.Values{"name": "data", "size": 20, "data_center_id": "EU-RO-1"})
	if says := acctest.Text(plan.Diagnostics); !strings.Contains(says, "WARNING: The volume is larger") || string(plan.PlannedState.MsgPack) != string(imported.State.MsgPack) {
		t.Errorf("%s, plans %v", says, p.Attributes(typeName, plan.PlannedState))
	}
}

// The CLI allows a plan that keeps the prior value of what is configured otherwise.
func TestNetworkVolume_grownOutsideThroughTheCLI(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	config := w.Config(hcl("data", 20, "EU-RO-1", ""))
	w.Run(
		resource.TestStep{Config: config, Check: w.Wrote("CreateNetworkVolume")},
		resource.TestStep{
			PreConfig: func() {
				if err := w.PatchObject(kind, id(t, w), map[string]any{"size": 50}); err != nil {
					t.Fatal(err)
				}
			},
			Config: config, ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote(),
		},
		resource.TestStep{
			Config: w.Config(hcl("renamed", 20, "EU-RO-1", "")), Check: w.Sent("UpdateNetworkVolume", `{"name":"renamed"}`),
		},
		resource.TestStep{
			Config: w.Config(hcl("renamed", 15, "EU-RO-1", "")), PlanOnly: true,
			ExpectError: regexp.MustCompile(acctest.Wrapped(`A network volume cannot shrink`)),
		},
		resource.TestStep{Config: w.Config(hcl("renamed", 60, "EU-RO-1", "")), Check: w.Sent("UpdateNetworkVolume", `{"size":60}`)},
	)
}
