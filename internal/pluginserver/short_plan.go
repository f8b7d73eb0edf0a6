package pluginserver

import (
	"bytes"
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// Planner is a provider that tells, without the framework, which plans change nothing.
type Planner interface {
	// PlansNothing reports whether the plan that proposes the present state of an object plans exactly that, and says
	// nothing. Private state comes as it is stored.
	PlansNothing(ctx context.Context, typeName string, config, state *tfprotov6.DynamicValue, private []byte) bool
}

// answering answers plans that change nothing, and leaves everything else to the server that it embeds.
type answering struct {
	server
	planner  Planner
	compares bool
}

// PlanResourceChange gives the state back if the plan changes nothing.
func (a answering) PlanResourceChange(
	ctx context.Context, q *tfprotov6.PlanResourceChangeRequest,
) (response *tfprotov6.PlanResourceChangeResponse, err error) {
	defer recoverInto(&err)
	if !proposesState(q) || !a.planner.PlansNothing(ctx, q.TypeName, q.Config, q.PriorState, q.PriorPrivate) {
		return a.server.PlanResourceChange(ctx, q)
	}
	short := unchangedPlan(q)
	if !a.compares {
		return short, nil
	}
	long, err := a.server.PlanResourceChange(ctx, q)
	if err != nil {
		return long, err
	}
	difference := differentPlan(a.kinds()[q.TypeName], short, long)
	if difference == "" {
		return short, nil
	}
	long.Diagnostics = append(long.Diagnostics, &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityError,
		Summary:  "A short answer differs from the framework's",
		Detail: fmt.Sprintf("The provider planned nothing for a %s without the framework, and the framework's plan differs: "+
			"%s. This is a bug in the provider.\n\n"+
			"Next: report it, and set %s=false in the environment until it is corrected.", q.TypeName, difference, Variable),
	})
	return long, nil
}

// proposesState reports whether a request proposes the present state of an object, byte by byte, and is of the form
// that core sends.
func proposesState(q *tfprotov6.PlanResourceChangeRequest) bool {
	return q != nil && q.ProviderMeta == nil && (q.ClientCapabilities == nil || !q.ClientCapabilities.DeferralAllowed) &&
		inMessagePack(q.PriorState) && inMessagePack(q.ProposedNewState) && inMessagePack(q.Config) &&
		(q.PriorIdentity == nil || inMessagePack(q.PriorIdentity.IdentityData)) &&
		bytes.Equal(q.PriorState.MsgPack, q.ProposedNewState.MsgPack)
}

func inMessagePack(value *tfprotov6.DynamicValue) bool {
	return value != nil && len(value.MsgPack) > 0 && len(value.JSON) == 0
}

// unchangedPlan says that nothing changes. An object has no identity in states of a CLI before 1.12, and then the
// framework plans null.
func unchangedPlan(q *tfprotov6.PlanResourceChangeRequest) *tfprotov6.PlanResourceChangeResponse {
	identity := q.PriorIdentity
	if identity == nil {
		identity = &tfprotov6.ResourceIdentityData{IdentityData: &tfprotov6.DynamicValue{MsgPack: []byte{msgpcode.Nil}}}
	}
	return &tfprotov6.PlanResourceChangeResponse{
		PlannedState: q.ProposedNewState, PlannedPrivate: q.PriorPrivate, PlannedIdentity: identity,
	}
}

// differentPlan describes the difference between a short answer and the framework's; empty if they are equal. It names
// no value: one can be secret.
func differentPlan(of tftypes.Type, short, long *tfprotov6.PlanResourceChangeResponse) string {
	switch {
	case len(long.Diagnostics) > 0:
		return "it says " + long.Diagnostics[0].Summary
	case len(long.RequiresReplace) > 0 || long.Deferred != nil:
		return "it replaces or defers"
	case !bytes.Equal(short.PlannedPrivate, long.PlannedPrivate):
		return "the private state differs"
	case long.PlannedIdentity == nil ||
		!bytes.Equal(short.PlannedIdentity.IdentityData.MsgPack, long.PlannedIdentity.IdentityData.MsgPack):
		return "the identity differs"
	case long.PlannedState == nil:
		return "it has no state"
	}
	a, errA := short.PlannedState.Unmarshal(of)
	b, errB := long.PlannedState.Unmarshal(of)
	different, err := a.Diff(b)
	switch {
	case errA != nil || errB != nil || err != nil:
		return "the states cannot be compared"
	case len(different) > 0:
		return fmt.Sprintf("it has another %s", different[0].Path)
	default:
		return ""
	}
}
