package pod

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
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
func (m apiModel) observedComputeType() string {
	if m.GPU.IsNull() && !m.CPUFlavorID.IsNull() {
		return computeCPU
	}
	return computeGPU
}

// isOther reports whether the pod of a state is not of a kind. A configured attribute of the other kind changes nothing
// about the pod, and so does not replace it, also while its value is unknown. rules refuses known values, and
// warns of the vcpu_count of a generated configuration.
func isOther(f policy.Facts, kind string) bool {
	compute, _ := f.Config("compute_type").(types.String)
	switch {
	case compute.IsUnknown():
		return false
	case kind == computeCPU:
		return compute.IsNull() || computeOf(f) == computeGPU // See rules.
	default:
		return computeOf(f) == computeCPU
	}
}
