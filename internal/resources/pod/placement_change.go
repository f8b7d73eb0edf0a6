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

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/planmodifiers"
)

// The service never returns what was asked of a machine, but for some attributes its answers show what the pod got
// (contract 2.6).

// observedPlacement finds in the state what the pod got, for each attribute of which the answers show it.
var observedPlacement = map[string]planmodifiers.Observed{
	"gpu_type_ids":    observedAt(path.Root("gpu").AtName("id")),
	"cpu_flavor_ids":  observedAt(path.Root("cpu_flavor_id")),
	"data_center_ids": observedAt(path.Root("machine").AtName("data_center_id")),
	"compute_type":    observeComputeType,
	"cloud_type":      observeCloudType,
}

// observedAt is for what is in the state as it is.
func observedAt(attribute path.Path) planmodifiers.Observed {
	return func(ctx context.Context, state tfsdk.State, diags *diag.Diagnostics) types.String {
		var value types.String
		diags.Append(state.GetAttribute(ctx, attribute, &value)...)
		return value
	}
}

func observeComputeType(ctx context.Context, state tfsdk.State, diags *diag.Diagnostics) types.String {
	var gpu types.Object
	diags.Append(state.GetAttribute(ctx, path.Root("gpu"), &gpu)...)
	flavor := observedAt(path.Root("cpu_flavor_id"))(ctx, state, diags)
	if gpu.IsNull() && flavor.IsNull() {
		return types.StringNull()
	}
	return types.StringValue(observedComputeType(gpu, flavor))
}

func observeCloudType(ctx context.Context, state tfsdk.State, diags *diag.Diagnostics) types.String {
	var machine types.Object
	diags.Append(state.GetAttribute(ctx, path.Root("machine"), &machine)...)
	return apiModel{Machine: machine}.cloudType()
}

// observable are the values of those attributes.
func (m createOnlyModel) observable() map[string]attr.Value {
	return map[string]attr.Value{
		"gpu_type_ids": m.GPUTypeIDs, "cpu_flavor_ids": m.CPUFlavorIDs, "data_center_ids": m.DataCenterIDs,
		"compute_type": m.ComputeType, "cloud_type": m.CloudType,
	}
}

// actedOn returns the values of the placement that observedPlacement compares with the configuration. Costs are not
// among them.
func (m model) actedOn() []attr.Value {
	gpu, ok := m.GPU.Attributes()["id"]
	if !ok {
		gpu = types.StringNull()
	}
	place, ok := m.Machine.Attributes()["data_center_id"]
	if !ok {
		place = types.StringNull()
	}
	return []attr.Value{gpu, m.CPUFlavorID, place, m.cloudType()}
}

// placementChange is what a plan does with the attributes that decide on the machine.
type placementChange struct {
	replaces   bool
	mismatches []string // adopted values of which the pod has something else
}

// placementChange repeats what the attributes' plan modifiers decide: the framework does not tell ModifyPlan.
func (u plannedUpdate) placementChange(
	ctx context.Context, state tfsdk.State, diags *diag.Diagnostics,
) placementChange {
	var change placementChange
	for _, name := range placement {
		if u.planned[name].Equal(u.was[name]) {
			continue
		}
		observe, isObservable := observedPlacement[name]
		if !isObservable {
			adopts := planmodifiers.Adopts(u.was[name].IsNull(), u.imp.imported, placementSchema[name].IsComputed())
			if slices.Contains(references, name) {
				adopts = u.imp.adopts(name, u.was[name])
			}
			change.replaces = change.replaces || !adopts
			continue
		}
		observed, was, planned := observe(ctx, state, diags), u.state.observable()[name], u.plan.observable()[name]
		switch planmodifiers.ClassifyChange(was, planned, observed, u.imp.imported, true) {
		case planmodifiers.Replaces:
			change.replaces = true
		case planmodifiers.AdoptedMismatch:
			change.mismatches = append(change.mismatches,
				fmt.Sprintf("%s is %s, and the pod has %s", name, planned, observed))
		case planmodifiers.Matches, planmodifiers.AdoptedUnverified:
		}
	}
	return change
}

// warn names the adopted values that the pod does not match. To correct the configuration is a change in place; to
// replace an imported pod is nothing that the configuration asks for.
func (c placementChange) warn(state model, diags *diag.Diagnostics) {
	if len(c.mismatches) == 0 {
		return
	}
	diags.AddWarning("The configuration contradicts the pod", fmt.Sprintf(
		"Of the imported pod %q (id %s), %s. What is configured is taken over, nothing is sent, and the pod stays as "+
			"it is."+
			"\n\n"+
			"Next: put what the pod has into the configuration; that is a change in place and sends nothing either.",
		state.Name.ValueString(), state.ID.ValueString(), strings.Join(c.mismatches, "; ")))
}

// cloudType is the cloud_type of the pod's machine, null where the answer has no machine.
func (m apiModel) cloudType() types.String {
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
