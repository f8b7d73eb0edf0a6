package pod

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// warnOfContradictions names the adopted values that the pod does not match. To correct the configuration is a change
// in place; to replace an imported pod is nothing that the configuration asks for.
func warnOfContradictions(all []policy.Mismatch, state, config model, diags *diag.Diagnostics) {
	if len(all) == 0 {
		return
	}
	diags.AddWarning(state.Object(entity.Name).About("The configuration contradicts the pod"), fmt.Sprintf(
		"The imported pod %q (ID %s) differs: %s. The state adopts the configured values, the provider sends nothing, and "+
			"the pod stays as it is.\n\n"+
			"Next: set the pod's values in the configuration. That is an in-place update and sends nothing either.",
		state.Name.ValueString(), state.ID.ValueString(), config.describe(all)))
}

// describe says what is planned, and what the pod has instead. The plan itself shows a list of alternatives.
func (m model) describe(all []policy.Mismatch) string {
	texts := make([]string, len(all))
	for i, one := range all {
		planned := one.Planned.String()
		if one.Name == alternatives {
			planned = "another list"
		}
		texts[i] = fmt.Sprintf("%s is %s, and the pod has %s", one.Name, planned, one.Has)
	}
	text := strings.Join(texts, "; ")
	if text != "" && len(m.Alternatives.Elements()) > 0 {
		text += ". It meets none of the alternatives either"
	}
	return text
}
