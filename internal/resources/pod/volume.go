package pod

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// shrinking returns the refusal of a configuration with a smaller volume.
func shrinking(plan, state model) framework.Refusal {
	return framework.Refusal{
		At: path.Root("volume_in_gb"), Object: state.object(), Summary: "A pod's volume cannot shrink",
		Detail: fmt.Sprintf("The pod %q has a volume of %d GB, and volume_in_gb is %d.",
			state.Name.ValueString(), state.VolumeInGB.ValueInt64(), plan.VolumeInGB.ValueInt64()),
		Next: fmt.Sprintf("set volume_in_gb to %d or more. A smaller volume needs another pod: replacing this one deletes "+
			"the data on its volume.", state.VolumeInGB.ValueInt64()),
	}
}

// shrinkingToTemplate does what shrinking does, for an update that takes the size from the template.
func shrinkingToTemplate(plan, state model) framework.Refusal {
	refusal := shrinking(plan, state)
	refusal.Detail = fmt.Sprintf("Without volume_in_gb, the pod gets its template's %d GB, and it has %d.",
		plan.VolumeInGB.ValueInt64(), state.VolumeInGB.ValueInt64())
	refusal.Next = fmt.Sprintf("set volume_in_gb = %d to keep it.", state.VolumeInGB.ValueInt64())
	return refusal
}

// removesVolume reports whether a plan takes the pod's own volume away. Over version 2 that replaces the pod: a pod
// keeps the kind of its volume for life (contract-v2 8.2). A volume that appeared outside of Terraform stays.
func (r *Resource) removesVolume(u plannedUpdate, applied types.Int64) bool {
	return r.Version() == 2 && u.plan.VolumeInGB.Equal(types.Int64Value(0)) &&
		u.plan.NetworkVolumeID.IsNull() && u.state.NetworkVolumeID.IsNull() &&
		observedComputeType(u.state.GPU, u.state.CPUFlavorID) == computeGPU &&
		framework.JudgeSize(u.plan.VolumeInGB, u.state.VolumeInGB, applied) == framework.ResizeShrinks
}

// validateVolumeOfTemplate refuses a new pod without a volume over version 2 if its template has one: the service gives
// the pod the template's. If the template cannot be read yet, the create refuses it.
func (r *Resource) validateVolumeOfTemplate(ctx context.Context, config model, diags *diag.Diagnostics) {
	if r.Version() != 2 || !config.VolumeInGB.Equal(types.Int64Value(0)) || config.TemplateID.IsNull() ||
		config.TemplateID.IsUnknown() || !config.NetworkVolumeID.IsNull() || config.ComputeType.ValueString() == computeCPU {
		return
	}
	template, err := r.Client.Templates.ReadAny(ctx, config.TemplateID.ValueString())
	if size := template.VolumeInGB.Or(0); err == nil && size > 0 {
		framework.RefuseOver(2, "volume_in_gb", fmt.Sprintf("A pod gets the volume of its template, which has %d GB, and "+
			"cannot do without it.", size), "set volume_in_gb to 10 or more, or use a template without a volume.", diags)
	}
}

// resize judges the planned size of the pod's volume by the service's and by the one that was last applied, which is
// null if it is not remembered. It returns the size to plan: the service's, with a warning, if the volume was grown
// outside of Terraform. It calls shrinks if the configuration has a smaller volume.
func resize(plan, state model, applied types.Int64, shrinks func(), diags *diag.Diagnostics) types.Int64 {
	at := path.Root("volume_in_gb")
	switch framework.JudgeSize(plan.VolumeInGB, state.VolumeInGB, applied) {
	case framework.ResizeGrownOutside:
		called := fmt.Sprintf("The volume of the pod %q", state.Name.ValueString())
		framework.WarnGrownOutside(at, state.object(), called, plan.VolumeInGB, state.VolumeInGB, diags)
		return state.VolumeInGB
	case framework.ResizeShrinks:
		shrinks()
	case framework.ResizeAllowed:
	}
	return plan.VolumeInGB
}

// appliedVolume returns the size to remember after an apply: the one that the configuration asked for. It is null if
// the plan kept the size of a volume that was grown outside instead, and if a template gave the size and the plan
// leaves it as it is: then the remembered size stays as it was.
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
