package pod

import (
	"fmt"
	"maps"
	"slices"
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
	diags.AddWarning(state.object().About("The configuration contradicts the pod"), fmt.Sprintf(
		"The imported pod %q (ID %s) differs: %s. The state adopts the configured values, the provider sends nothing, and "+
			"the pod stays as it is.\n\n"+
			"Next: set the pod's values in the configuration. That is an in-place update and sends nothing either.",
		state.Name.ValueString(), state.ID.ValueString(), config.describe(all)))
}

// describe says what is planned, and what the pod has instead.
func (m model) describe(all []policy.Mismatch) string {
	texts := make([]string, len(all))
	for i, one := range all {
		planned := one.Planned.String()
		if one.Name == alternatives {
			planned = m.describeAlternatives()
		}
		texts[i] = fmt.Sprintf("%s is %s, and the pod has %s", one.Name, planned, one.Has)
	}
	text := strings.Join(texts, "; ")
	if text != "" && len(m.Alternatives.Elements()) > 0 {
		text += ". It meets none of the alternatives either"
	}
	return text
}

// describeAlternatives returns what each alternative has of its own.
func (m model) describeAlternatives() string {
	texts := []string{}
	for _, one := range m.Alternatives.Elements() {
		values := said(one)
		names := slices.Sorted(maps.Keys(values))
		for i, name := range names {
			names[i] += " = " + values[name].String()
		}
		texts = append(texts, "{ "+strings.Join(names, ", ")+" }")
	}
	return "[" + strings.Join(texts, ", ") + "]"
}
