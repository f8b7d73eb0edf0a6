package pluginserver_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// planning is a framework that counts its plans. They change nothing, but for what change does to the answer.
type planning struct {
	*keeper
	plans  int
	change func(*tfprotov6.PlanResourceChangeResponse)
}

func (p *planning) GetProviderSchema(
	ctx context.Context, q *tfprotov6.GetProviderSchemaRequest,
) (*tfprotov6.GetProviderSchemaResponse, error) {
	return newFramework(nil).GetProviderSchema(ctx, q)
}

func (p *planning) ConfigureProvider(
	context.Context, *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

func (p *planning) PlanResourceChange(
	_ context.Context, q *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	p.plans++
	answer := &tfprotov6.PlanResourceChangeResponse{
		PlannedState: q.PriorState, PlannedPrivate: q.PriorPrivate, PlannedIdentity: q.PriorIdentity}
	if p.change != nil {
		p.change(answer)
	}
	return answer, nil
}

func planRequest(t *testing.T) *tfprotov6.PlanResourceChangeRequest {
	t.Helper()
	state := readRequest(t).CurrentState
	return &tfprotov6.PlanResourceChangeRequest{
		TypeName: "small_thing", Config: state, PriorState: state, ProposedNewState: state}
}

func plan(
	t *testing.T, served tfprotov6.ProviderServer, q *tfprotov6.PlanResourceChangeRequest,
) *tfprotov6.PlanResourceChangeResponse {
	t.Helper()
	answer, err := served.PlanResourceChange(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func newPlanning(t *testing.T, mode pluginserver.ShortAnswers) (*planning, tfprotov6.ProviderServer) {
	t.Helper()
	framework := &planning{keeper: &keeper{}}
	served, err := pluginserver.Wrap(framework, refresher{}, mode)
	if err != nil {
		t.Fatal(err)
	}
	return framework, served
}

// A plan that changes nothing and has no message is remembered, until the provider is configured anew.
func TestWrap_shortPlan(t *testing.T) {
	t.Parallel()
	framework, served := newPlanning(t, pluginserver.ShortAnswersOn)
	for range 3 {
		request := planRequest(t)
		answer := plan(t, served, request)
		if string(answer.PlannedState.MsgPack) != string(request.PriorState.MsgPack) || len(answer.Diagnostics) > 0 {
			t.Errorf("planned %v", answer)
		}
	}
	if framework.plans != 1 {
		t.Errorf("the framework planned %d times", framework.plans)
	}
	if _, err := served.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{}); err != nil {
		t.Fatal(err)
	}
	if plan(t, served, planRequest(t)); framework.plans != 2 {
		t.Error("what was planned under another configuration is still remembered")
	}
}

// Plans that say anything at all are not remembered.
func TestWrap_plansThatSayMore(t *testing.T) {
	t.Parallel()
	another := readRequest(t).CurrentState
	another.MsgPack = []byte("\x81\xa2id\xa12")
	for name, change := range map[string]func(*tfprotov6.PlanResourceChangeResponse){
		"a warning": func(a *tfprotov6.PlanResourceChangeResponse) {
			a.Diagnostics = []*tfprotov6.Diagnostic{{Severity: tfprotov6.DiagnosticSeverityWarning}}
		},
		"a replacement": func(a *tfprotov6.PlanResourceChangeResponse) {
			a.RequiresReplace = []*tftypes.AttributePath{tftypes.NewAttributePath().WithAttributeName("id")}
		},
		"another state": func(a *tfprotov6.PlanResourceChangeResponse) { a.PlannedState = another },
		"no state":      func(a *tfprotov6.PlanResourceChangeResponse) { a.PlannedState = nil },
		"private state": func(a *tfprotov6.PlanResourceChangeResponse) { a.PlannedPrivate = []byte("{}") },
		"an identity":   func(a *tfprotov6.PlanResourceChangeResponse) { a.PlannedIdentity = identityOf(another) },
		"a deferral":    func(a *tfprotov6.PlanResourceChangeResponse) { a.Deferred = &tfprotov6.Deferred{} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			framework, served := newPlanning(t, pluginserver.ShortAnswersOn)
			framework.change = change
			for range 2 {
				plan(t, served, planRequest(t))
			}
			if framework.plans != 2 {
				t.Error("it was remembered")
			}
			// What has changed nothing once, and does the next time, is found if answers are compared.
			framework, served = newPlanning(t, pluginserver.ShortAnswersCompared)
			wantRefusal(t, plan(t, served, planRequest(t)).Diagnostics, false)
			framework.change = change
			answer := plan(t, served, planRequest(t))
			wantRefusal(t, answer.Diagnostics[max(0, len(answer.Diagnostics)-1):], true)
		})
	}
}

// What is not of the form that core sends, and what changes, is the framework's.
func TestWrap_unusualPlans(t *testing.T) {
	t.Parallel()
	another := readRequest(t).CurrentState
	another.MsgPack = []byte("\x81\xa2id\xa12")
	inJSON := &tfprotov6.DynamicValue{JSON: []byte(`{"id":"1"}`)}
	for name, change := range map[string]func(*tfprotov6.PlanResourceChangeRequest){
		"a change": func(q *tfprotov6.PlanResourceChangeRequest) { q.ProposedNewState = another },
		"a create": func(q *tfprotov6.PlanResourceChangeRequest) { q.PriorState = nil },
		"state in JSON": func(q *tfprotov6.PlanResourceChangeRequest) {
			q.PriorState, q.ProposedNewState = inJSON, inJSON
		},
		"configuration in JSON": func(q *tfprotov6.PlanResourceChangeRequest) { q.Config = inJSON },
		"a module's data":       func(q *tfprotov6.PlanResourceChangeRequest) { q.ProviderMeta = q.Config },
		"an empty identity":     func(q *tfprotov6.PlanResourceChangeRequest) { q.PriorIdentity = identityOf(nil) },
		"an identity":           func(q *tfprotov6.PlanResourceChangeRequest) { q.PriorIdentity = identityOf(another) },
		"a deferral": func(q *tfprotov6.PlanResourceChangeRequest) {
			q.ClientCapabilities = &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: true}
		},
		"another type": func(q *tfprotov6.PlanResourceChangeRequest) { q.TypeName = "small_other" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			framework, served := newPlanning(t, pluginserver.ShortAnswersOn)
			plan(t, served, planRequest(t))
			request := planRequest(t)
			change(request)
			if plan(t, served, request); framework.plans != 2 {
				t.Error("the framework was not asked")
			}
		})
	}
}

// However many shapes there are, so many are remembered that the last one is among them.
func TestWrap_shapesAreBounded(t *testing.T) {
	t.Parallel()
	framework, served := newPlanning(t, pluginserver.ShortAnswersOn)
	const shapes = 10_500
	planned := func(i int) bool {
		before := framework.plans
		request := planRequest(t)
		request.Config = &tfprotov6.DynamicValue{MsgPack: fmt.Append(nil, i)}
		plan(t, served, request)
		return framework.plans > before
	}
	for i := range shapes {
		planned(i)
	}
	if planned(shapes-1) || !planned(0) {
		t.Error("the last shape is forgotten, or the first is not")
	}
}
