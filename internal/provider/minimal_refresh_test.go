package provider_test

import (
	"bytes"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// With -minimal-refresh, Terraform 1.17 plans before it reads, and reads only objects whose plan has a change. So the
// plan of an unchanged object sends nothing in a process that has read nothing. An import is read.
func TestMinimalRefresh_plansWithoutReads(t *testing.T) {
	t.Parallel()
	for typeName := range answeredKinds {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				k := made(t, start, typeName)
				p := k.w.Process()
				k.w.ClearJournal()
				for range 100 {
					plan := p.Plan(typeName, k.instance, k.config)
					if len(plan.Diagnostics) > 0 || len(plan.RequiresReplace) > 0 ||
						!bytes.Equal(plan.PlannedState.MsgPack, k.instance.State.MsgPack) {
						t.Errorf("an unchanged object has a plan: %s", acctest.Text(plan.Diagnostics))
					}
				}
				k.w.ExpectRequests()
				if imported, diags := p.Import(typeName, k.id, ""); imported.State == nil {
					t.Error(acctest.Text(diags))
				}
				if len(k.w.Journal()) == 0 {
					t.Error("an import sends no request")
				}
			})
		})
	}
}
