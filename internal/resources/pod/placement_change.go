package pod

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// The service never returns the request for a machine, but for some attributes its answers show the machine that the
// pod got (contract 2.6).

// got returns a member of an object that only the service sets, such as the pod's machine.
func got(object, member string) func(policy.Facts) attr.Value {
	return func(f policy.Facts) attr.Value {
		found, _ := f.State(object).(types.Object)
		if value, ok := found.Attributes()[member]; ok {
			return value
		}
		return types.StringNull()
	}
}

func gotCPUFlavor(f policy.Facts) types.String {
	flavor, _ := f.State("cpu_flavor_id").(types.String)
	return flavor
}

func gotComputeType(f policy.Facts) types.String {
	gpu, _ := f.State("gpu").(types.Object)
	flavor := gotCPUFlavor(f)
	if gpu.IsNull() && flavor.IsNull() {
		return types.StringNull()
	}
	return types.StringValue(observedComputeType(gpu, flavor))
}

func gotCloudType(f policy.Facts) types.String {
	machine, _ := f.State("machine").(types.Object)
	return apiModel{Machine: machine}.cloudType()
}

// asValue is for the Got of a row.
func asValue(of func(policy.Facts) types.String) func(policy.Facts) attr.Value {
	return func(f policy.Facts) attr.Value { return of(f) }
}

// actedOn returns the values of the placement that policies compare with the configuration. Costs are not
// among them.
func (m model) actedOn() []attr.Value {
	gpu, ok := m.GPU.Attributes()["id"]
	if !ok {
		gpu = types.StringNull()
	}
	count, ok := m.GPU.Attributes()["count"]
	if !ok {
		count = types.Int64Null()
	}
	place, ok := m.Machine.Attributes()["data_center_id"]
	if !ok {
		place = types.StringNull()
	}
	return []attr.Value{gpu, count, m.CPUFlavorID, place, m.cloudType()}
}

// warnOfContradictions names the adopted values that the pod does not match. To correct the configuration is a change
// in place; to replace an imported pod is nothing that the configuration asks for.
func warnOfContradictions(all []policy.Contradiction, state model, diags *diag.Diagnostics) {
	if len(all) == 0 {
		return
	}
	mismatches := make([]string, len(all))
	for i, c := range all {
		mismatches[i] = fmt.Sprintf("%s is %s, and the pod has %s", c.Name, c.Planned, c.Got)
	}
	diags.AddWarning(state.object().About("The configuration contradicts the pod"), fmt.Sprintf(
		"The imported pod %q (ID %s) differs: %s. The state adopts the configured values, the provider sends nothing, and "+
			"the pod stays as it is.\n\n"+
			"Next: set the pod's values in the configuration. That is an in-place update and sends nothing either.",
		state.Name.ValueString(), state.ID.ValueString(), strings.Join(mismatches, "; ")))
}

// cloudType returns the cloud_type of the pod's machine, null if the answer has no machine.
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

// warnOfPlace warns of a new pod outside of the data centers of its countries: over version 2, a create names the data
// centers of the catalogue, and the service may not hold to them (contract-v2 8.1). The pod is not deleted for that.
func (m model) warnOfPlace(allowed []string, diags *diag.Diagnostics) {
	got, _ := m.Machine.Attributes()["data_center_id"].(types.String)
	if len(allowed) == 0 || got.ValueString() == "" || slices.Contains(allowed, got.ValueString()) {
		return
	}
	diags.AddAttributeWarning(path.Root("country_codes"), m.object().About("The pod runs outside of its countries"),
		fmt.Sprintf("The service placed the pod %q (ID %s) in the data center %s. The create requested %s, which are the "+
			"data centers of country_codes with stock.\n\n"+
			"The pod is in the state, runs, and is billed.\n\n"+
			"Next: if its location matters, replace the pod: run `terraform apply -replace` with its address. That deletes "+
			"the data on its volume.",
			m.Name.ValueString(), m.ID.ValueString(), got.ValueString(), strings.Join(allowed, ", ")))
}
