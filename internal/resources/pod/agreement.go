package pod

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/planmodifiers"
)

// The service never returns what was asked for of a machine, but of some of it the answer shows what the pod got
// (contract 2.6).

// shown finds what the pod got in the state, for each attribute of which the answer shows it.
var shown = map[string]planmodifiers.Observed{
	"gpu_type_ids":    at(path.Root("gpu").AtName("id")),
	"cpu_flavor_ids":  at(path.Root("cpu_flavor_id")),
	"data_center_ids": at(path.Root("machine").AtName("data_center_id")),
	"compute_type":    computeShown,
	"cloud_type":      cloudShown,
}

// at is what is shown as an attribute of its own.
func at(where path.Path) planmodifiers.Observed {
	return func(ctx context.Context, state tfsdk.State, diags *diag.Diagnostics) types.String {
		var value types.String
		diags.Append(state.GetAttribute(ctx, where, &value)...)
		return value
	}
}

func computeShown(ctx context.Context, state tfsdk.State, diags *diag.Diagnostics) types.String {
	var gpu types.Object
	diags.Append(state.GetAttribute(ctx, path.Root("gpu"), &gpu)...)
	flavor := at(path.Root("cpu_flavor_id"))(ctx, state, diags)
	if gpu.IsNull() && flavor.IsNull() {
		return types.StringNull()
	}
	return types.StringValue(kindShown(gpu, flavor))
}

func cloudShown(ctx context.Context, state tfsdk.State, diags *diag.Diagnostics) types.String {
	var machine types.Object
	diags.Append(state.GetAttribute(ctx, path.Root("machine"), &machine)...)
	return returned{Machine: machine}.cloudType()
}

// shown are the values of those attributes.
func (m asked) shown() map[string]attr.Value {
	return map[string]attr.Value{
		"gpu_type_ids": m.GPUTypeIDs, "cpu_flavor_ids": m.CPUFlavorIDs, "data_center_ids": m.DataCenterIDs,
		"compute_type": m.ComputeType, "cloud_type": m.CloudType,
	}
}

// placementChange is what a plan does with what was asked of the machine.
type placementChange struct {
	replaces bool
	// contradictions say of which adopted values the pod has something else.
	contradictions []string
}

// judgePlacement finds out what the attributes' plan modifiers have decided: ModifyPlan is not told.
func judgePlacement(
	ctx context.Context, from tfsdk.State, plan, state model, planned, was map[string]tftypes.Value, imp importing, diags *diag.Diagnostics,
) placementChange {
	var change placementChange
	for _, name := range placement {
		if planned[name].Equal(was[name]) {
			continue
		}
		find, isShown := shown[name]
		if !isShown {
			adopts := planmodifiers.Adopts(was[name].IsNull(), imp.imported, placementSchema[name].IsComputed())
			if slices.Contains(references, name) {
				adopts = imp.adopts(name, was[name])
			}
			change.replaces = change.replaces || !adopts
			continue
		}
		has, wanted := find(ctx, from, diags), plan.shown()[name]
		switch planmodifiers.Judge(state.shown()[name], wanted, has, imp.imported, true) {
		case planmodifiers.Replaces:
			change.replaces = true
		case planmodifiers.AdoptedContradicting:
			contradiction := fmt.Sprintf("%s is %s, and the pod has %s", name, wanted, has)
			change.contradictions = append(change.contradictions, contradiction)
		case planmodifiers.Agrees, planmodifiers.AdoptedUnchecked:
		}
	}
	return change
}

// warn says which configured values the pod contradicts. They are adopted all the same: to correct the configuration is
// a change in place, and to replace an imported pod is nothing that anybody asked for.
func (c placementChange) warn(state model, diags *diag.Diagnostics) {
	if len(c.contradictions) == 0 {
		return
	}
	diags.AddWarning("The configuration contradicts the pod", fmt.Sprintf(
		"Of the imported pod %q (id %s), %s. What is configured is taken over, nothing is sent, and the pod stays as it is."+
			"\n\n"+
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
