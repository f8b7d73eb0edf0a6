package pod

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/planmodifiers"
)

// The values of compute_type.
const (
	computeGPU = "GPU"
	computeCPU = "CPU"
)

// gpuOnly and cpuOnly are the attributes of one kind of pod. The service ignores them for the other.
var (
	gpuOnly = []string{"gpu_type_ids", "gpu_type_priority", "gpu_count", "allowed_cuda_versions", "min_ram_per_gpu",
		"min_vcpu_per_gpu"}
	cpuOnly = []string{"cpu_flavor_ids", "cpu_flavor_priority", "vcpu_count"}
)

// defaultFor is value for one kind of pod, and otherwise for the other.
func defaultFor(kind string, value, otherwise attr.Value) planmodifiers.Default {
	return planmodifiers.DependingOn("compute_type", func(compute types.String) attr.Value {
		if kind == compute.ValueString() || kind == computeGPU && compute.IsNull() {
			return value
		}
		return otherwise
	})
}

// observedComputeType is the compute_type that the service's answer shows: a CPU pod has no GPU (contract 2.6).
func observedComputeType(gpu types.Object, flavor types.String) string {
	if gpu.IsNull() && !flavor.IsNull() {
		return computeCPU
	}
	return computeGPU
}

// onlyForCompute is the plan modifier of an attribute of one kind of pod. A configured value changes nothing about an
// existing pod of the other kind, and so does not replace it: the plan keeps the state's value, also while the
// configured one is unknown. ValidateConfig refuses known values, except the vcpu_count of a generated configuration.
type onlyForCompute struct{ kind string }

func (m onlyForCompute) Description(context.Context) string {
	return "Changes nothing about an existing pod that is not a " + m.kind + " pod."
}

func (m onlyForCompute) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

// isIgnored reports whether the pod is of the other kind.
func (m onlyForCompute) isIgnored(
	ctx context.Context, config tfsdk.Config, state tfsdk.State, diags *diag.Diagnostics,
) bool {
	var compute types.String
	diags.Append(config.GetAttribute(ctx, path.Root("compute_type"), &compute)...)
	if compute.IsUnknown() {
		return false
	}
	kind := compute.ValueString()
	if compute.IsNull() && m.kind == computeCPU {
		return true // See validateVCPUCount.
	}
	if compute.IsNull() {
		var gpu types.Object
		var flavor types.String
		diags.Append(state.GetAttribute(ctx, path.Root("gpu"), &gpu)...)
		diags.Append(state.GetAttribute(ctx, path.Root("cpu_flavor_id"), &flavor)...)
		kind = observedComputeType(gpu, flavor)
	}
	return kind == map[string]string{computeGPU: computeCPU, computeCPU: computeGPU}[m.kind]
}

func (m onlyForCompute) PlanModifyString(
	ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse,
) {
	if !req.ConfigValue.IsNull() && !req.StateValue.IsNull() &&
		m.isIgnored(ctx, req.Config, req.State, &resp.Diagnostics) {
		resp.PlanValue = req.StateValue
	}
}

func (m onlyForCompute) PlanModifyInt64(
	ctx context.Context, req planmodifier.Int64Request, resp *planmodifier.Int64Response,
) {
	if !req.ConfigValue.IsNull() && !req.StateValue.IsNull() &&
		m.isIgnored(ctx, req.Config, req.State, &resp.Diagnostics) {
		resp.PlanValue = req.StateValue
	}
}

func (m onlyForCompute) PlanModifyList(
	ctx context.Context, req planmodifier.ListRequest, resp *planmodifier.ListResponse,
) {
	if !req.ConfigValue.IsNull() && !req.StateValue.IsNull() &&
		m.isIgnored(ctx, req.Config, req.State, &resp.Diagnostics) {
		resp.PlanValue = req.StateValue
	}
}

func (m onlyForCompute) PlanModifySet(
	ctx context.Context, req planmodifier.SetRequest, resp *planmodifier.SetResponse,
) {
	if !req.ConfigValue.IsNull() && !req.StateValue.IsNull() &&
		m.isIgnored(ctx, req.Config, req.State, &resp.Diagnostics) {
		resp.PlanValue = req.StateValue
	}
}

// withComputeModifiers puts onlyForCompute before the other plan modifiers of the attributes of one kind of pod.
func withComputeModifiers(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	for kind, names := range map[string][]string{computeGPU: gpuOnly, computeCPU: cpuOnly} {
		first := onlyForCompute{kind}
		for _, name := range names {
			switch attribute := attributes[name].(type) {
			case schema.StringAttribute:
				attribute.PlanModifiers = append([]planmodifier.String{first}, attribute.PlanModifiers...)
				attributes[name] = attribute
			case schema.Int64Attribute:
				attribute.PlanModifiers = append([]planmodifier.Int64{first}, attribute.PlanModifiers...)
				attributes[name] = attribute
			case schema.ListAttribute:
				attribute.PlanModifiers = append([]planmodifier.List{first}, attribute.PlanModifiers...)
				attributes[name] = attribute
			case schema.SetAttribute:
				attribute.PlanModifiers = append([]planmodifier.Set{first}, attribute.PlanModifiers...)
				attributes[name] = attribute
			}
		}
	}
	return attributes
}

// validateVCPUCount checks a vcpu_count without a compute_type. A new pod is a GPU pod then, and gets the vCPUs of its
// machine: to ask for others is an error. For an existing pod, the value may come from a configuration that an import
// generated, and the machine may have changed since: the provider ignores it, with a warning if it no longer fits. The
// same holds for an imported CPU pod, which needs its compute_type before its vcpu_count can change: an error in the
// plan would stop a destroy (see framework.Refusal).
func validateVCPUCount(config, state model, exists bool, diags *diag.Diagnostics) {
	configured, at := config.VCPUCount, path.Root("vcpu_count")
	if configured.IsNull() || configured.IsUnknown() || !config.ComputeType.IsNull() ||
		configured.Equal(state.VCPUCount) {
		return
	}
	switch {
	case !exists:
		diags.AddAttributeError(at, "Not an attribute of a GPU pod",
			"A pod is a GPU pod unless compute_type is \"CPU\", and gets the vCPUs of its machine.\n\n"+
				"Next: remove vcpu_count, or set compute_type = \"CPU\" if this new pod is to be a CPU pod.")
	case observedComputeType(state.GPU, state.CPUFlavorID) == computeCPU:
		diags.AddAttributeWarning(at, "vcpu_count is ignored without compute_type", fmt.Sprintf(
			"The pod %q is a CPU pod with %d vCPUs, but the configuration has no compute_type: the provider ignores "+
				"vcpu_count = %d.\n\n"+
				"Next: set compute_type = \"CPU\" and vcpu_count = %[2]d, which changes nothing about the pod. Any other "+
				"vcpu_count then replaces it.",
			state.Name.ValueString(), state.VCPUCount.ValueInt64(), configured.ValueInt64()))
	default:
		diags.AddAttributeWarning(at, "Not an attribute of a GPU pod", fmt.Sprintf(
			"The pod %q is a GPU pod and has the vCPUs of its machine, which are %d now; vcpu_count = %d is "+
				"ignored.\n\n"+
				"Next: remove vcpu_count.",
			state.Name.ValueString(), state.VCPUCount.ValueInt64(), configured.ValueInt64()))
	}
}
