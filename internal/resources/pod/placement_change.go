package pod

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// warnOfContradictions names the adopted values that the pod does not match. To correct the configuration is a change
// in place; to replace an imported pod is nothing that the configuration asks for.
func warnOfContradictions(all []policy.Mismatch, state model, diags *diag.Diagnostics) {
	if len(all) == 0 {
		return
	}
	diags.AddWarning(state.object().About("The configuration contradicts the pod"), fmt.Sprintf(
		"The imported pod %q (ID %s) differs: %s. The state adopts the configured values, the provider sends nothing, and "+
			"the pod stays as it is.\n\n"+
			"Next: set the pod's values in the configuration. That is an in-place update and sends nothing either.",
		state.Name.ValueString(), state.ID.ValueString(), describe(all)))
}

// describe says what is planned, and what the pod has instead.
func describe(all []policy.Mismatch) string {
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = fmt.Sprintf("%s is %s, and the pod has %s", one.Name, one.Planned, one.Has)
	}
	return strings.Join(texts, "; ")
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
