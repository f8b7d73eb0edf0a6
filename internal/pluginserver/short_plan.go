package pluginserver

import (
	"bytes"
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// Where a plan changes nothing, the framework takes values apart and puts the same values together again, which is most
// of what a plan of many unchanged objects costs. A short answer is the framework's own, found without it. In any
// doubt the framework answers: a wrong short answer would hide a change, unnoticed.

// Planner is a provider that knows more of its types than the framework.
type Planner interface {
	// PlansNothing reports whether the plan that proposes the present state of an object plans exactly that, and says
	// nothing. Private state comes as it is stored.
	PlansNothing(ctx context.Context, typeName string, config, state *tfprotov6.DynamicValue, private []byte) bool
	// IsOfToday reports whether a stored state, of a version of the schema, is one of the present schema.
	IsOfToday(typeName string, version int64, state *tfprotov6.RawState) bool
	// WithoutSuperfluous returns a generated configuration without arguments whose meaning another argument has.
	WithoutSuperfluous(typeName string, config *tfprotov6.DynamicValue) *tfprotov6.DynamicValue
}

// UpgradeResourceState gives the state back as it is stored if it needs no upgrade.
func (s server) UpgradeResourceState(
	ctx context.Context, q *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	if s.short && q.RawState != nil && s.planner.IsOfToday(q.TypeName, q.Version, q.RawState) {
		return &tfprotov6.UpgradeResourceStateResponse{
			UpgradedState: &tfprotov6.DynamicValue{JSON: q.RawState.JSON},
		}, nil
	}
	return call(ctx, q, s.Server.UpgradeResourceState)
}

// PlanResourceChange gives the state back if the plan changes nothing.
func (s server) PlanResourceChange(
	ctx context.Context, q *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	return call(ctx, q, s.plan)
}

func (s server) plan(
	ctx context.Context, q *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	if s.short && proposesState(q) && s.planner.PlansNothing(ctx, q.TypeName, q.Config, q.PriorState, q.PriorPrivate) {
		return unchangedPlan(q), nil
	}
	return s.Server.PlanResourceChange(ctx, q)
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

// GenerateResourceConfig returns the framework's configuration without superfluous arguments. The framework generates
// an argument of every attribute of the state that can be configured.
func (s server) GenerateResourceConfig(
	ctx context.Context, q *tfprotov6.GenerateResourceConfigRequest,
) (*tfprotov6.GenerateResourceConfigResponse, error) {
	response, err := call(ctx, q, s.Server.GenerateResourceConfig)
	if err == nil && s.planner != nil && response.Config != nil {
		response.Config = s.planner.WithoutSuperfluous(q.TypeName, response.Config)
	}
	return response, err
}
