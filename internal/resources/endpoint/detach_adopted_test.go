package endpoint_test

import (
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// An endpoint that the search after a failed create found was not seen to be created over version 2. Another client can
// have created it over version 1 at the same time, bound to the template: so a destroy detaches it first.
func TestEndpoint_detachesAnAdoptedOne(t *testing.T) {
	t.Parallel()
	env := start(t)
	env.Tune = append(env.Tune, func(c *client.Config) {
		c.Look, c.LateLook = time.Millisecond, time.Millisecond
	})
	env.UseVersion2()
	endpoint := env.Process().Object(typeName)
	env.SetFaults(emulator.Fault{Operation: "CreateEndpoint", Kind: emulator.FaultStatus, Status: 500, Count: 1})
	env.OnRequest("CreateEndpoint", 1, func() {
		if err := env.PutObject(kind, "e1", map[string]any{"name": "serve", "templateId": "t1"}); err != nil {
			t.Error(err)
		}
	})
	endpoint.ApplyWithNonEmptyPlan(hcl(minimal), acctest.Create)
	if id := endpoint.ID(); id != "e1" {
		t.Fatalf("the provider did not adopt e1 but %s", id)
	}
	env.ClearJournal()
	endpoint.Destroy()
	env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
	if _, exists := env.Object(emulator.KindTemplates, "t1"); !exists {
		t.Error("the template is deleted")
	}
}
