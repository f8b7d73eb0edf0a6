package provider_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// With -minimal-refresh, Terraform 1.17 plans before it reads, and reads only objects whose plan has a change. So the
// plans of unchanged objects, of all kinds over both versions, send nothing in a process that has read nothing.
// An object that Terraform does read, because a block imports or moves it, is read from the service.
func TestMinimalRefresh_plansWithoutReads(t *testing.T) {
	t.Parallel()
	objects := longtest.Of(20, 500)
	for typeName := range answeredKinds {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				k := made(t, start, typeName)
				p := k.w.Process()
				k.w.ClearJournal()
				state := acctest.Values{}
				for name, value := range p.Attributes(typeName, k.instance.State) {
					state[name] = value
				}
				for i := range objects {
					state["id"] = fmt.Sprintf("%s%d", k.id, i)
					of := p.Instance(typeName, state)
					of.Private = k.instance.Private
					plan := p.Plan(typeName, of, k.config)
					if len(plan.Diagnostics) > 0 || len(plan.RequiresReplace) > 0 ||
						!bytes.Equal(plan.PlannedState.MsgPack, of.State.MsgPack) {
						t.Fatalf("the unchanged object %d has a plan: %s", i, acctest.Text(plan.Diagnostics))
					}
				}
				k.w.ExpectRequests()
				if imported, diags := p.Import(typeName, k.id, ""); imported.State == nil {
					t.Error(acctest.Text(diags))
				}
				if len(k.w.Journal()) == 0 {
					t.Error("an import sends no request")
				}

				moved := k.w.Process() // Terraform moves the state, reads it, and plans it at the new address.
				k.w.ClearJournal()
				read, diags := moved.Read(typeName, k.instance)
				if len(diags) > 0 || len(k.w.Journal()) == 0 {
					t.Errorf("%d requests %s", len(k.w.Journal()), acctest.Text(diags))
				}
				plan := moved.Plan(typeName, read, k.config)
				if len(plan.Diagnostics) > 0 || !bytes.Equal(plan.PlannedState.MsgPack, read.State.MsgPack) {
					t.Errorf("the moved object has a plan: %s", acctest.Text(plan.Diagnostics))
				}
			})
		})
	}
}
