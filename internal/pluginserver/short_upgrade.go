package pluginserver

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// UpgradeResourceState gives a state back as it is stored if there is nothing to upgrade: it is of the schema's own
// version, and has its members and no other.
func (a *answering) UpgradeResourceState(
	ctx context.Context, q *tfprotov6.UpgradeResourceStateRequest,
) (response *tfprotov6.UpgradeResourceStateResponse, err error) {
	defer recoverInto(&err)
	if !a.isUpToDate(q) {
		return a.whole.UpgradeResourceState(ctx, q)
	}
	short := &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &tfprotov6.DynamicValue{JSON: q.RawState.JSON}}
	if !a.compares {
		return short, nil
	}
	long, err := a.whole.UpgradeResourceState(ctx, q)
	if err != nil {
		return long, err
	}
	difference := differentUpgrade(a.kinds()[q.TypeName], short, long)
	if difference == "" {
		return short, nil
	}
	long.Diagnostics = append(long.Diagnostics, differs("upgrade", q.TypeName, difference))
	return long, nil
}

func (a *answering) isUpToDate(q *tfprotov6.UpgradeResourceStateRequest) bool {
	if q == nil || q.RawState == nil || q.RawState.JSON == nil {
		return false
	}
	kind, found := a.kinds()[q.TypeName]
	return found && q.Version == kind.version && isStored(q.RawState.JSON, kind.state)
}
