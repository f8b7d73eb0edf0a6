package endpoint_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The plan announces that the endpoint gets the settings of its template again. The apply sends the template's ID also
// if it cannot read the template.
func TestEndpoint_updateSendsATemplateUnread(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]emulator.Fault{
		"page of a front end": {Kind: emulator.FaultHTML, Status: http.StatusNotFound},
		"server error":        {Kind: emulator.FaultStatus, Status: http.StatusInternalServerError},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t).UseVersion(2)
			config := acctest.Values{"name": "serve", "template_id": "t1"}
			was, diags := env.Process().Apply(typeName, acctest.Instance{}, config)
			if len(diags) > 0 {
				t.Fatal(acctest.Text(diags))
			}
			patch(t, env, "templates", "t1", map[string]any{"imageName": "img:8"})
			was, _ = env.Process().Read(typeName, was)
			config["workers_max"] = 5
			env.ClearJournal()
			fault.Operation = "GetTemplate"
			env.SetFaults(fault)
			p := env.Process() // It has not read the template, as the process of an apply has not.
			if says := acctest.Text(p.Plan(typeName, was, config).Diagnostics); !strings.Contains(says,
				"gives it the settings of its template") {
				t.Error(says)
			}
			if _, diags = p.Apply(typeName, was, config); len(diags) > 0 {
				t.Error(acctest.Text(diags))
			}
			env.SetFaults()
			env.ExpectSent("UpdateEndpoint",
				`{"templateId":"t1","workers":{"max":5},"gpu":{"allowedCudaVersions":[]}}`)
		})
	}
}
