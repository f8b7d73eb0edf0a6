package pod

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// The values of compute_type.
const (
	computeGPU = "GPU"
	computeCPU = "CPU"
)

// ofGPU defaults to value for a GPU pod, and to otherwise for a CPU pod.
func ofGPU(value, otherwise attr.Value) policy.Default {
	return policy.By("compute_type", func(compute types.String) attr.Value {
		if compute.ValueString() == computeCPU {
			return otherwise
		}
		return value
	})
}

// ofCPU defaults to value for a CPU pod, and to otherwise for a GPU pod.
func ofCPU(value, otherwise attr.Value) policy.Default { return ofGPU(otherwise, value) }

// observedComputeType returns the compute_type that the service's answer shows: a CPU pod has no GPU (contract 2.6).
func observedComputeType(gpu types.Object, flavor types.String) string {
	if gpu.IsNull() && !flavor.IsNull() {
		return computeCPU
	}
	return computeGPU
}

// isOther reports whether the pod of a state is not of a kind. A configured attribute of the other kind changes nothing
// about the pod, and so does not replace it, also while its value is unknown. ValidateConfig refuses known values,
// except the vcpu_count of a generated configuration.
func isOther(f policy.Facts, kind string) bool {
	compute, _ := f.Config("compute_type").(types.String)
	switch {
	case compute.IsUnknown():
		return false
	case compute.IsNull():
		return kind == computeCPU || computeOf(f) == computeCPU // See validateVCPUCount.
	case kind == computeCPU:
		return compute.ValueString() == computeGPU
	default:
		return compute.ValueString() == computeCPU
	}
}

// validateVCPUCount checks a vcpu_count with compute_type "GPU", or without a compute_type. A new pod is a GPU pod
// then, and gets the vCPUs of its machine: to ask for others is an error. For an existing pod, the value may come from
// a configuration that an import generated, which has a compute_type over version 2 only, and the machine may have
// changed since: the provider ignores it, with a warning if it no longer fits. The same holds for an imported CPU pod,
// which needs its compute_type before its vcpu_count can change: an error in the plan would stop a destroy (see
// framework.Refusal).
func validateVCPUCount(config, state model, exists bool, diags *diag.Diagnostics) {
	configured, at := config.VCPUCount, path.Root("vcpu_count")
	compute := config.ComputeType
	if configured.IsNull() || configured.IsUnknown() || compute.IsUnknown() || compute.ValueString() == computeCPU ||
		configured.Equal(state.VCPUCount) {
		return
	}
	isCPU := exists && observedComputeType(state.GPU, state.CPUFlavorID) == computeCPU
	switch {
	case !exists, isCPU && !compute.IsNull(): // The second becomes a GPU pod.
		diags.AddAttributeError(at, "Invalid attribute of a GPU pod",
			"A pod is a GPU pod unless compute_type is \"CPU\", and gets the vCPUs of its machine.\n\n"+
				"Next: remove vcpu_count, or set compute_type = \"CPU\" if this new pod is to be a CPU pod.")
	default:
		diags.AddAttributeWarning(at, state.object().About("vcpu_count is ignored without compute_type"), fmt.Sprintf(
			"The pod %q has %d vCPUs, and the configuration has no compute_type = \"CPU\", so the provider ignores "+
				"vcpu_count = %d.\n\n"+
				"Next: remove vcpu_count. For a CPU pod, you can set compute_type = \"CPU\" and vcpu_count = %[2]d instead, "+
				"which changes nothing about the pod. Any other vcpu_count then replaces it.",
			state.Name.ValueString(), state.VCPUCount.ValueInt64(), configured.ValueInt64()))
	}
}
