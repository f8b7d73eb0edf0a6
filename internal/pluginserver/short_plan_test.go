package pluginserver_test

import (
	"context"
	"strings"
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

func (p *planning) PlanResourceChange(
	_ context.Context, q *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	p.plans++
	answer := &tfprotov6.PlanResourceChangeResponse{
		PlannedState: q.PriorState, PlannedPrivate: q.PriorPrivate, PlannedIdentity: q.PriorIdentity}
	if answer.PlannedIdentity == nil {
		answer.PlannedIdentity = identityOf(&tfprotov6.DynamicValue{MsgPack: []byte("\xc0")})
	}
	if p.change != nil {
		p.change(answer)
	}
	return answer, nil
}

// sure says of every plan of small_thing that it changes nothing.
type sure struct{}

func (sure) PlansNothing(_ context.Context, typeName string, _, _ *tfprotov6.DynamicValue, _ []byte) bool {
	return typeName == "small_thing"
}

func planRequest(t *testing.T) *tfprotov6.PlanResourceChangeRequest {
	t.Helper()
	state := readRequest(t).CurrentState
	return &tfprotov6.PlanResourceChangeRequest{
		TypeName: "small_thing", Config: state, PriorState: state, ProposedNewState: state}
}

func identityOf(value *tfprotov6.DynamicValue) *tfprotov6.ResourceIdentityData {
	return &tfprotov6.ResourceIdentityData{IdentityData: value}
}

// plan plans in a mode, and returns the framework too. It checks that the answer is the framework's.
func plan(
	t *testing.T, mode pluginserver.ShortAnswers, q *tfprotov6.PlanResourceChangeRequest,
	change func(*tfprotov6.PlanResourceChangeResponse),
) (*tfprotov6.PlanResourceChangeResponse, *planning) {
	t.Helper()
	framework := &planning{keeper: &keeper{}, change: change}
	served, err := pluginserver.Wrap(framework, sure{}, mode)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := served.PlanResourceChange(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return answer, framework
}

// A plan that changes nothing gives back what it got, in each mode, and asks the framework as the mode says.
func TestWrap_shortPlan(t *testing.T) {
	t.Parallel()
	for mode, plans := range map[pluginserver.ShortAnswers]int{
		pluginserver.ShortAnswersOn: 0, pluginserver.ShortAnswersOff: 1, pluginserver.ShortAnswersCompared: 1,
	} {
		request := planRequest(t)
		request.PriorPrivate = []byte(`{"a":"MQ=="}`)
		answer, framework := plan(t, mode, request, nil)
		if framework.plans != plans {
			t.Errorf("%s: the framework planned %d times", mode, framework.plans)
		}
		if string(answer.PlannedState.MsgPack) != string(request.PriorState.MsgPack) || len(answer.Diagnostics) > 0 ||
			string(answer.PlannedPrivate) != string(request.PriorPrivate) ||
			string(answer.PlannedIdentity.IdentityData.MsgPack) != "\xc0" {
			t.Errorf("%s: planned %v", mode, answer)
		}
	}
}

// A short answer that is not the framework's is an error if the two are compared, and the framework's is given.
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
		"no identity":   func(a *tfprotov6.PlanResourceChangeResponse) { a.PlannedIdentity = nil },
		"a deferral":    func(a *tfprotov6.PlanResourceChangeResponse) { a.Deferred = &tfprotov6.Deferred{} },
	} {
		answer, _ := plan(t, pluginserver.ShortAnswersCompared, planRequest(t), change)
		said := answer.Diagnostics
		if len(said) == 0 || !strings.Contains(said[len(said)-1].Summary, "differs from the framework's") {
			t.Errorf("%s is not found", name)
		}
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
		"a deferral": func(q *tfprotov6.PlanResourceChangeRequest) {
			q.ClientCapabilities = &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: true}
		},
		"another type": func(q *tfprotov6.PlanResourceChangeRequest) { q.TypeName = "small_other" },
	} {
		request := planRequest(t)
		change(request)
		if _, framework := plan(t, pluginserver.ShortAnswersOn, request, nil); framework.plans != 1 {
			t.Errorf("%s: the framework was not asked", name)
		}
	}
}
