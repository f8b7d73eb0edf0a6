package networkvolume_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A volume that somebody grew stops no plan: the plan keeps the service's size, changes nothing and warns, also beside
// another change.
func TestNetworkVolume_grownOutside(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		p := env.Process()
		config := acctest.Values{"name": "data", "size": 20, "data_center_id": "EU-RO-1"}
		created, _ := p.Apply(typeName, acctest.Instance{}, config)
		if err := env.PatchObject(kind, id(t, env), map[string]any{"size": 50}); err != nil {
			t.Fatal(err)
		}
		env.ClearJournal()
		grown := `WARNING: The volume is larger than configured: network volume "data" (` + id(t, env) + `): The network volume "data" has 50 GB, and size is 20`
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
		env.ExpectSent("UpdateNetworkVolume", `{"name":"renamed"}`)
		refreshed, _ = p.Read(typeName, renamed)
		says := acctest.Text(p.Plan(typeName, refreshed, config).Diagnostics)
		if !strings.Contains(says, "WARNING: The volume is larger") {
			t.Errorf("once something else was applied: %s", says)
		}

		// The configured size tells growth outside from a shrink that is asked for.
		config["size"] = 10
		says = acctest.Text(p.Plan(typeName, refreshed, config).Diagnostics)
		if !strings.Contains(says, "WARNING: A network volume cannot shrink") {
			t.Errorf("less than was ever applied: %s", says)
		}
		config["size"] = 60
		larger, diags := p.Apply(typeName, refreshed, config)
		if len(diags) != 0 {
			t.Error(acctest.Text(diags))
		}
		config["size"] = 20
		says = acctest.Text(p.Plan(typeName, larger, config).Diagnostics)
		if !strings.Contains(says, "WARNING: A network volume cannot shrink") {
			t.Errorf("less than was applied last: %s", says)
		}
	})
}

// Where no size is remembered, after an import and in older states, nobody can tell: it is taken for growth outside,
// and nothing is destroyed either way.
func TestNetworkVolume_grownBeforeTheImport(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		err := env.PutObject(kind, "v1", map[string]any{"name": "data", "size": 50, "dataCenterId": "EU-RO-1"})
		if err != nil {
			t.Fatal(err)
		}
		p := env.Process()
		imported, _ := p.Import(typeName, "v1", "")
		plan := p.Plan(typeName, imported, acctest.Values{"name": "data", "size": 20, "data_center_id": "EU-RO-1"})
		if says := acctest.Text(plan.Diagnostics); !strings.Contains(says, "WARNING: The volume is larger") ||
			string(plan.PlannedState.MsgPack) != string(imported.State.MsgPack) {
			t.Errorf("%s, plans %v", says, p.Attributes(typeName, plan.PlannedState))
		}
	})
}

// The plan keeps the service's size, which is not what is configured.
func TestNetworkVolume_grownOutsideThroughCommands(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		volume := env.Process().Object(typeName)
		volume.Apply(hcl("data", 20, "EU-RO-1", ""), acctest.Create)
		if err := env.PatchObject(kind, volume.ID(), map[string]any{"size": 50}); err != nil {
			t.Fatal(err)
		}
		env.ClearJournal()
		volume.Apply(hcl("data", 20, "EU-RO-1", ""), acctest.NoOp)
		env.ExpectWrites()
		volume.Apply(hcl("renamed", 20, "EU-RO-1", ""), acctest.Update)
		env.ExpectSent("UpdateNetworkVolume", `{"name":"renamed"}`)
		volume.ExpectApplyError(hcl("renamed", 15, "EU-RO-1", ""), acctest.Update, `A network volume cannot shrink`)
		volume.Apply(hcl("renamed", 60, "EU-RO-1", ""), acctest.Update)
		env.ExpectSent("UpdateNetworkVolume", `{"size":60}`)
	})
}

func TestNetworkVolume_doesNotShrink(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		for _, allowed := range []bool{false, true} {
			t.Run(fmt.Sprint(allowed), func(t *testing.T) {
				t.Parallel()
				env := start(emulator.Options{AllowVolumeShrink: allowed})
				volume := env.Process().Object(typeName)
				volume.Apply(hcl("data", 20, "EU-RO-1", ""), acctest.Create)
				env.ExpectWrites("CreateNetworkVolume")
				// The plan only warns, since a destroy begins with it; the apply sends nothing, not even the new name.
				env.ClearJournal()
				says := acctest.Text(volume.Plan(hcl("smaller", 10, "EU-RO-1", ""), acctest.Update).Diagnostics)
				if !strings.HasPrefix(says, `WARNING: A network volume cannot shrink: network volume "data" (`+volume.ID()+`): The volume "data" has 20 GB, and size is 10`) {
					t.Error(says)
				}
				volume.ExpectApplyError(hcl("smaller", 10, "EU-RO-1", ""), acctest.Update,
					`A network volume cannot shrink.*"data" has 20 GB, and size is 10.*sent nothing`)
				env.ExpectWrites()
				volume.Expect("size", 20)
				volume.Apply(hcl("data", 20, "EU-RO-1", ""), acctest.NoOp)
				env.ExpectWrites()
			})
		}
	})
}
