package acctest

import (
	"bytes"
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// compared is a provider that has the framework plan what was answered without it as well.
type compared struct {
	pluginserver.Server
	framework tfprotov6.ProviderServer
}

// Compare returns the server of a provider. A plan that is answered without the framework, and that the framework
// answers otherwise, is an error.
func Compare(framework tfprotov6.ProviderServer, planner pluginserver.Planner) (pluginserver.Server, error) {
	server, err := pluginserver.Wrap(framework, planner, true)
	return compared{server, framework}, err
}

// PlanResourceChange implements tfprotov6.ProviderServer. Only an answer without the framework has the proposed state
// itself.
func (c compared) PlanResourceChange(
	ctx context.Context, q *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	short, err := c.Server.PlanResourceChange(ctx, q)
	if err != nil || short.PlannedState != q.ProposedNewState {
		return short, err
	}
	long, err := c.framework.PlanResourceChange(ctx, q)
	if err != nil || isSamePlan(q.TypeName, short, long) {
		return short, err
	}
	long.Diagnostics = append(long.Diagnostics, errorDiagnostic("A short answer differs from the framework's",
		"The provider planned nothing for a "+q.TypeName+" without the framework."))
	return long, nil
}

// UpgradeResourceState implements tfprotov6.ProviderServer. Only an answer without the framework is in JSON.
func (c compared) UpgradeResourceState(
	ctx context.Context, q *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	short, err := c.Server.UpgradeResourceState(ctx, q)
	if err != nil || short.UpgradedState == nil || short.UpgradedState.JSON == nil {
		return short, err
	}
	long, err := c.framework.UpgradeResourceState(ctx, q)
	if err != nil || len(long.Diagnostics) == 0 && isSameState(q.TypeName, short.UpgradedState, long.UpgradedState) {
		return short, err
	}
	long.Diagnostics = append(long.Diagnostics, errorDiagnostic("A short answer differs from the framework's",
		"The provider upgraded nothing of a "+q.TypeName+" without the framework."))
	return long, nil
}

func isSamePlan(typeName string, short, long *tfprotov6.PlanResourceChangeResponse) bool {
	return isSameState(typeName, short.PlannedState, long.PlannedState) &&
		len(long.Diagnostics) == 0 && len(long.RequiresReplace) == 0 && long.Deferred == nil &&
		bytes.Equal(short.PlannedPrivate, long.PlannedPrivate) && long.PlannedIdentity != nil &&
		bytes.Equal(short.PlannedIdentity.IdentityData.MsgPack, long.PlannedIdentity.IdentityData.MsgPack)
}

func isSameState(typeName string, one, other *tfprotov6.DynamicValue) bool {
	all, err := schemas()
	if err != nil {
		return false
	}
	first, err := core.Decode(all.ResourceSchemas[typeName], one)
	second, invalid := core.Decode(all.ResourceSchemas[typeName], other)
	return err == nil && invalid == nil && first.RawEquals(second)
}
