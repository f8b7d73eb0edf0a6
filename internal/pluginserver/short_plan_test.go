package pluginserver_test

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// planning is a framework that counts its plans.
type planning struct {
	pluginserver.Server
	plans int
}

func (p *planning) PlanResourceChange(
	context.Context, *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	p.plans++
	return &tfprotov6.PlanResourceChangeResponse{}, nil
}

// sure says of every plan of small_thing that it changes nothing.
type sure struct{ pluginserver.Planner }

func (sure) PlansNothing(_ context.Context, typeName string, _, _ *tfprotov6.DynamicValue, _ []byte) bool {
	return typeName == "small_thing"
}

// A plan that changes nothing gives back what it got. A request in another form than core's, and a change, are the
// framework's.
func TestWrap_plans(t *testing.T) {
	t.Parallel()
	const isShort, isLong = 0, 1
	another := &tfprotov6.DynamicValue{MsgPack: []byte("\x81\xa2id\xa12")}
	inJSON := &tfprotov6.DynamicValue{JSON: []byte(`{"id":"1"}`)}
	for name, test := range map[string]struct {
		change func(*tfprotov6.PlanResourceChangeRequest)
		plans  int
	}{
		"nothing":  {func(*tfprotov6.PlanResourceChangeRequest) {}, isShort},
		"a change": {func(q *tfprotov6.PlanResourceChangeRequest) { q.ProposedNewState = another }, isLong},
		"a create": {func(q *tfprotov6.PlanResourceChangeRequest) { q.PriorState = nil }, isLong},
		"state in JSON": {func(q *tfprotov6.PlanResourceChangeRequest) {
			q.PriorState, q.ProposedNewState = inJSON, inJSON
		}, isLong},
		"configuration in JSON": {func(q *tfprotov6.PlanResourceChangeRequest) { q.Config = inJSON }, isLong},
		"a module's data":       {func(q *tfprotov6.PlanResourceChangeRequest) { q.ProviderMeta = q.Config }, isLong},
		"an empty identity": {func(q *tfprotov6.PlanResourceChangeRequest) {
			q.PriorIdentity = &tfprotov6.ResourceIdentityData{}
		}, isLong},
		"a deferral": {func(q *tfprotov6.PlanResourceChangeRequest) {
			q.ClientCapabilities = &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: true}
		}, isLong},
		"another type": {func(q *tfprotov6.PlanResourceChangeRequest) { q.TypeName = "small_other" }, isLong},
	} {
		for _, short := range []bool{true, false} {
			state := readRequest(t).CurrentState
			request := &tfprotov6.PlanResourceChangeRequest{TypeName: "small_thing", Config: state, PriorState: state,
				ProposedNewState: state, PriorPrivate: []byte(`{"a":"MQ=="}`)}
			test.change(request)
			framework := &planning{Server: wrapped(t, nil)}
			served, err := pluginserver.Wrap(framework, sure{}, short)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := served.PlanResourceChange(t.Context(), request)
			want := test.plans
			if !short {
				want = isLong
			}
			if err != nil || framework.plans != want {
				t.Errorf("%s, short answers %t: the framework planned %d times, %v", name, short, framework.plans, err)
			}
			if want == isShort && (answer.PlannedState != request.PriorState || len(answer.Diagnostics) > 0 ||
				string(answer.PlannedPrivate) != string(request.PriorPrivate) ||
				string(answer.PlannedIdentity.IdentityData.MsgPack) != "\xc0") {
				t.Errorf("%s: planned %v", name, answer)
			}
		}
	}
}
