package endpoint

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Without cpu_flavor_ids, a request of version 2 has the flavors of the catalogue that endpoints can have, which depend
// on the stock. So private state remembers the flavors that stand for any: they still do when the stock changes.

// recordFlavors records the flavors of an answer to a create or an update of an endpoint without cpu_flavor_ids.
func (m model) recordFlavors(
	ctx context.Context, answer api.Endpoint, private framework.PrivateWriter,
) diag.Diagnostics {
	flavors, shown := answer.CPUFlavorIDs.Get()
	if !shown || len(m.CPUFlavorIDs.Elements()) > 0 {
		return nil
	}
	return framework.Remember(ctx, private, framework.CPUFlavorsKey, flavors)
}

// refreshFlavors marks the flavors of an answer as any if they stood for any when the provider saw them last.
func (m model) refreshFlavors(
	ctx context.Context, answer api.Endpoint, private framework.PrivateState, diags *diag.Diagnostics,
) api.Endpoint {
	flavors, shown := answer.CPUFlavorIDs.Get()
	if !shown || len(m.CPUFlavorIDs.Elements()) > 0 || m.isBare() {
		return answer
	}
	var seen []string
	diags.Append(framework.Recall(ctx, private, framework.CPUFlavorsKey, &seen)...)
	switch unchanged := seen != nil && members.AsSet.Same(seen, flavors); {
	case unchanged:
		answer.AnyCPUFlavor = members.Some(true)
	case answer.AnyCPUFlavor.Or(false):
		diags.Append(framework.Remember(ctx, private, framework.CPUFlavorsKey, flavors)...)
	}
	return answer
}
