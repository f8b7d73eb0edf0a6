package pod

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

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
