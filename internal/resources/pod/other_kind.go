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
)

// onlyOf is for an attribute that only one kind of pod has. The service ignores it of an existing pod of the other kind,
// so it replaces nothing there: the plan keeps the state's value, also while the configured one is unknown. What is
// known is refused by ValidateConfig, but for the vcpu_count of a generated configuration.
type onlyOf struct{ kind string }

func (m onlyOf) Description(context.Context) string {
	return "Asks for nothing of an existing pod that is not a " + m.kind + " pod."
}

func (m onlyOf) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

// ignored reports whether what is configured means nothing to the pod.
func (m onlyOf) ignored(
	ctx context.Context, config tfsdk.Config, state tfsdk.State, configured, was attr.Value, diags *diag.Diagnostics,
) bool {
	if state.Raw.IsNull() || configured.IsNull() || was.IsNull() {
		return false
	}
	var compute types.String
	diags.Append(config.GetAttribute(ctx, path.Root("compute_type"), &compute)...)
	if compute.IsUnknown() {
		return false
	}
	kind := compute.ValueString()
	if compute.IsNull() {
		var gpu types.Object
		var flavor types.String
		diags.Append(state.GetAttribute(ctx, path.Root("gpu"), &gpu)...)
		diags.Append(state.GetAttribute(ctx, path.Root("cpu_flavor_id"), &flavor)...)
		kind = kindShown(gpu, flavor)
	}
	return kind == map[string]string{computeGPU: computeCPU, computeCPU: computeGPU}[m.kind]
}

// kindShown is the compute type that the service's answer shows: a CPU pod has no GPU (contract 2.6).
func kindShown(gpu types.Object, flavor types.String) string {
	if gpu.IsNull() && !flavor.IsNull() {
		return computeCPU
	}
	return computeGPU
}

func (m onlyOf) PlanModifyString(
	ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse,
) {
	if m.ignored(ctx, req.Config, req.State, req.ConfigValue, req.StateValue, &resp.Diagnostics) {
		resp.PlanValue = req.StateValue
	}
}

func (m onlyOf) PlanModifyInt64(ctx context.Context, req planmodifier.Int64Request, resp *planmodifier.Int64Response) {
	if m.ignored(ctx, req.Config, req.State, req.ConfigValue, req.StateValue, &resp.Diagnostics) {
		resp.PlanValue = req.StateValue
	}
}

func (m onlyOf) PlanModifyList(ctx context.Context, req planmodifier.ListRequest, resp *planmodifier.ListResponse) {
	if m.ignored(ctx, req.Config, req.State, req.ConfigValue, req.StateValue, &resp.Diagnostics) {
		resp.PlanValue = req.StateValue
	}
}

func (m onlyOf) PlanModifySet(ctx context.Context, req planmodifier.SetRequest, resp *planmodifier.SetResponse) {
	if m.ignored(ctx, req.Config, req.State, req.ConfigValue, req.StateValue, &resp.Diagnostics) {
		resp.PlanValue = req.StateValue
	}
}

// ofTheirKind puts onlyOf before the other plan modifiers of the attributes that only one kind of pod has.
func ofTheirKind(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	for kind, names := range map[string][]string{computeGPU: gpuOnly, computeCPU: cpuOnly} {
		first := onlyOf{kind}
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

// judgeVCPUCount judges a vcpu_count without a compute_type. A new pod is a GPU pod then, and gets the vCPUs of its
// machine: to ask for others is refused. Of a pod that exists, the value is one that a generated configuration has from
// an import, and the machine can be another by now: it is ignored, with a warning where it is not true any more. A CPU
// pod that was imported needs its compute_type before it can be another.
func judgeVCPUCount(config, state model, exists bool, diags *diag.Diagnostics) {
	asked, at := config.VCPUCount, path.Root("vcpu_count")
	if asked.IsNull() || asked.IsUnknown() || !config.ComputeType.IsNull() || asked.Equal(state.VCPUCount) {
		return
	}
	switch {
	case !exists:
		diags.AddAttributeError(at, "Not an attribute of a GPU pod",
			"A pod is a GPU pod unless compute_type is \"CPU\", and gets the vCPUs of its machine.\n\n"+
				"Next: remove vcpu_count, or set compute_type = \"CPU\" if this new pod is to be a CPU pod.")
	case kindShown(state.GPU, state.CPUFlavorID) == computeCPU:
		diags.AddAttributeError(at, "Not an attribute of a GPU pod", fmt.Sprintf(
			"The pod %q is a CPU pod, and the configuration does not say so.\n\n"+
				"Next: set compute_type = \"CPU\", which is what it is and changes nothing.", state.Name.ValueString()))
	default:
		diags.AddAttributeWarning(at, "Not an attribute of a GPU pod", fmt.Sprintf(
			"The pod %q is a GPU pod and has the vCPUs of its machine, which are %d now; vcpu_count = %d is ignored.\n\n"+
				"Next: remove vcpu_count.",
			state.Name.ValueString(), state.VCPUCount.ValueInt64(), asked.ValueInt64()))
	}
}
