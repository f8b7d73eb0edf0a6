package pod

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// resize judges the planned size of the pod's volume by the service's and by the one that was last applied, which is
// null where it is not remembered. It returns the size to plan: the service's, with a warning, where the volume was
// grown outside of Terraform. refused is the error of a smaller volume that the configuration asks for.
func resize(plan, state model, applied types.Int64, refused string, diags *diag.Diagnostics) types.Int64 {
	at := path.Root("volume_in_gb")
	switch framework.JudgeSize(plan.VolumeInGB, state.VolumeInGB, applied) {
	case framework.ResizeGrownOutside:
		called := fmt.Sprintf("The volume of the pod %q", state.Name.ValueString())
		framework.WarnGrownOutside(at, called, plan.VolumeInGB, state.VolumeInGB, diags)
		return state.VolumeInGB
	case framework.ResizeShrinks:
		diags.AddAttributeError(at, "A pod's volume cannot shrink", refused)
	case framework.ResizeAllowed:
	}
	return plan.VolumeInGB
}

// resizeToTemplate is resize where an update takes the size from the template.
func (m model) resizeToTemplate(state model, applied types.Int64, diags *diag.Diagnostics) types.Int64 {
	return resize(m, state, applied, fmt.Sprintf(
		"Without volume_in_gb the pod goes back to its template's %d GB, and it has %d. Set volume_in_gb = %[2]d to "+
			"keep it; nothing was sent.",
		m.VolumeInGB.ValueInt64(), state.VolumeInGB.ValueInt64()), diags)
}

// appliedVolume is the size to remember after an apply: what the configuration asked for. It is null where the plan
// kept the size of a volume that was grown outside instead, and where a template gave the size and the plan leaves it
// as it is: then what is remembered stays as it was.
func (m model) appliedVolume(config model) types.Int64 {
	wanted := config.VolumeInGB
	if wanted.IsNull() && !m.templated() {
		wanted = defaultVolume
	}
	if !m.VolumeInGB.IsUnknown() && !wanted.Equal(m.VolumeInGB) {
		return types.Int64Null()
	}
	return m.VolumeInGB
}
