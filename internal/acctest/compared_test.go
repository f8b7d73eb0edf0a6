package acctest

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// answered gives one answer to every plan.
type answered struct {
	pluginserver.Server
	plan tfprotov6.PlanResourceChangeResponse
}

func (a answered) PlanResourceChange(
	context.Context, *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	return &a.plan, nil
}

// A short answer that is not the framework's is an error.
func TestCompared(t *testing.T) {
	t.Parallel()
	const typeName = "podfleet_network_volume"
	p := Start(t).Process()
	state, another := p.Instance(typeName, Values{"id": "v1"}).State, p.Instance(typeName, Values{"id": "v2"}).State
	short := tfprotov6.PlanResourceChangeResponse{PlannedState: state,
		PlannedIdentity: &tfprotov6.ResourceIdentityData{IdentityData: state}}
	for name, change := range map[string]func(*tfprotov6.PlanResourceChangeResponse){
		"": func(*tfprotov6.PlanResourceChangeResponse) {},
		"a warning": func(a *tfprotov6.PlanResourceChangeResponse) {
			a.Diagnostics = []*tfprotov6.Diagnostic{{Severity: tfprotov6.DiagnosticSeverityWarning}}
		},
		"a replacement": func(a *tfprotov6.PlanResourceChangeResponse) {
			a.RequiresReplace = []*tftypes.AttributePath{tftypes.NewAttributePath().WithAttributeName("id")}
		},
		"another state": func(a *tfprotov6.PlanResourceChangeResponse) { a.PlannedState = another },
		"no state":      func(a *tfprotov6.PlanResourceChangeResponse) { a.PlannedState = nil },
		"private state": func(a *tfprotov6.PlanResourceChangeResponse) { a.PlannedPrivate = []byte("{}") },
		"no identity":   func(a *tfprotov6.PlanResourceChangeResponse) { a.PlannedIdentity = nil },
		"an identity": func(a *tfprotov6.PlanResourceChangeResponse) {
			a.PlannedIdentity = &tfprotov6.ResourceIdentityData{IdentityData: another}
		},
		"a deferral": func(a *tfprotov6.PlanResourceChangeResponse) { a.Deferred = &tfprotov6.Deferred{} },
	} {
		long := short
		change(&long)
		answer, err := compared{answered{plan: short}, answered{plan: long}}.PlanResourceChange(t.Context(),
			&tfprotov6.PlanResourceChangeRequest{TypeName: typeName, ProposedNewState: state})
		if err != nil || failed(answer.Diagnostics) != (name != "") {
			t.Errorf("%q: %v, %v", name, err, answer.Diagnostics)
		}
	}
}
