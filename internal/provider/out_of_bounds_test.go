package provider_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// An object can have a value that the provider would not send: the service once had other bounds, or the other version
// has them. The generated configuration of its import plans empty. A create with the value is refused, and so is a
// change to another one.
func TestImport_valueOutOfBounds(t *testing.T) {
	t.Parallel()
	serverless := map[string]any{"name": "srv", "imageName": "i:1", "isServerless": true, "volumeInGb": 0}
	for name, test := range map[string]struct {
		kind, typeName, attribute string
		object                    map[string]any
		other                     any
		only2                     bool
	}{
		"idle timeout": {emulator.KindEndpoints, "podfleet_endpoint", "idle_timeout",
			map[string]any{"name": "it", "templateId": "t1", "idleTimeout": 4000}, 4001, false},
		"size": {emulator.KindNetworkVolumes, "podfleet_network_volume", "size",
			map[string]any{"name": "it", "size": 5000, "dataCenterId": "EU-RO-1"}, 5001, false},
		// Over version 1 the client removes the suffix, so no import has it.
		"suffix": {emulator.KindEndpoints, "podfleet_endpoint", "name",
			map[string]any{"name": "it -fb", "templateId": "t1"}, "other -fb", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				w := start()
				if test.only2 && w.Version() == 1 {
					return
				}
				w.AllowBadAnswers()
				for kind, object := range map[string]map[string]any{emulator.KindTemplates: serverless, test.kind: test.object} {
					id := map[bool]string{true: "t1", false: "x1"}[kind == emulator.KindTemplates]
					if err := w.PutObject(kind, id, object); err != nil {
						t.Fatal(err)
					}
				}
				p := w.Process(withoutEnv)
				listed, diags := p.Query(test.typeName, acctest.ListBlock{IncludeResource: true})
				if len(diags) != 0 || len(listed) != 1 {
					t.Fatalf("%+v %s", listed, acctest.Text(diags))
				}
				imported, _ := p.Import(test.typeName, "", "x1")
				generated := p.Generate(test.typeName, listed[0].Resource)
				plan := p.PlanGenerated(test.typeName, imported, generated)
				if len(plan.Diagnostics) > 0 || !bytes.Equal(plan.PlannedState.MsgPack, imported.State.MsgPack) {
					t.Errorf("the import has a change: %s", acctest.Text(plan.Diagnostics))
				}

				refuses := func(prior acctest.Instance, config acctest.Values) {
					t.Helper()
					text := acctest.Text(p.Plan(test.typeName, prior, config).Diagnostics)
					if !strings.HasPrefix(text, "ERROR: Not possible over version ") ||
						!strings.HasSuffix(text, "(at "+test.attribute+")") {
						t.Errorf("the plan does not refuse the value: %s", text)
					}
				}
				config := acctest.Values{}
				for attribute, value := range p.Attributes(test.typeName, generated) {
					config[attribute] = value
				}
				refuses(acctest.Instance{}, config)
				config[test.attribute] = test.other
				refuses(imported, config)
			})
		})
	}
}
