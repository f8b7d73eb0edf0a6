package pod

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/planmodifiers"
)

// The service never returns which GPUs, CPUs and data centers were asked for, but it returns which of them a pod got
// (contract 2.6).

// gotAt is where the state has what the pod got of each list of what will do.
var gotAt = map[string]path.Path{
	"gpu_type_ids":    path.Root("gpu").AtName("id"),
	"cpu_flavor_ids":  path.Root("cpu_flavor_id"),
	"data_center_ids": path.Root("machine").AtName("data_center_id"),
}

// lists are the lists of what will do, by name.
func (m asked) lists() map[string]attr.Value {
	return map[string]attr.Value{"gpu_type_ids": m.GPUTypeIDs, "cpu_flavor_ids": m.CPUFlavorIDs, "data_center_ids": m.DataCenterIDs}
}

// placementChange is what a plan does with what was asked of the machine.
type placementChange struct {
	replaces bool
	// contradictions say of which adopted lists the pod has something else.
	contradictions []string
}

// judgePlacement finds out what the attributes' plan modifiers have decided: ModifyPlan is not told.
func judgePlacement(ctx context.Context, from tfsdk.State, plan, state model, planned, was map[string]tftypes.Value, imported bool, diags *diag.Diagnostics) placementChange {
	var change placementChange
	for _, name := range placement {
		if planned[name].Equal(was[name]) {
			continue
		}
		at, listed := gotAt[name]
		if !listed {
			reference := name == "template_id" || name == "network_volume_id" // Both are returned.
			change.replaces = change.replaces || reference || !planmodifiers.Adopts(was[name].IsNull(), imported, placementSchema[name].IsComputed())
			continue
		}
		var shown types.String
		diags.Append(from.GetAttribute(ctx, at, &shown)...)
		switch planmodifiers.Judge(state.lists()[name], plan.lists()[name], shown, imported, true) {
		case planmodifiers.Replaces:
			change.replaces = true
		case planmodifiers.AdoptedContradicting:
			change.contradictions = append(change.contradictions, fmt.Sprintf("%s is %s, and the pod has %q", name, plan.lists()[name], shown.ValueString()))
		case planmodifiers.Agrees, planmodifiers.AdoptedUnchecked:
		}
	}
	return change
}

// warn says which configured lists the pod contradicts. They are adopted all the same: to correct the configuration is a
// change in place, and to replace an imported pod is nothing that anybody asked for.
func (c placementChange) warn(state model, diags *diag.Diagnostics) {
	if len(c.contradictions) == 0 {
		return
	}
	diags.AddWarning("The configuration contradicts the pod", fmt.Sprintf(
		"Of the imported pod %q (id %s), %s. What is configured is taken over, nothing is sent, and the pod stays as it is.\n\n"+
			"Next: put what the pod has into the configuration; that is a change in place and sends nothing either.",
		state.Name.ValueString(), state.ID.ValueString(), strings.Join(c.contradictions, "; ")))
}

// cloudType is the cloud_type that the pod's machine shows, null where the answer has no machine.
func (m returned) cloudType() types.String {
	secure, ok := m.Machine.Attributes()["secure_cloud"].(types.Bool)
	switch {
	case !ok || secure.IsNull() || secure.IsUnknown():
		return types.StringNull()
	case secure.ValueBool():
		return types.StringValue(cloudSecure)
	default:
		return types.StringValue(cloudCommunity)
	}
}
