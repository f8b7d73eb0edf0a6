package pod

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
)

// ValidateConfig checks the rules that span attributes.
func (r *Resource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	env.RefuseTwice(config.Env, config.EnvWO, &resp.Diagnostics)
	config.validateReadyCheck(&resp.Diagnostics)
	if config.MinCUDAVersion.ValueString() != "" && len(config.AllowedCUDAVersions.Elements()) > 0 {
		resp.Diagnostics.AddAttributeError(path.Root("min_cuda_version"), "Two CUDA constraints",
			"The service accepts min_cuda_version or allowed_cuda_versions, not both.\n\nNext: remove one of them.")
	}
	if config.ComputeType.IsUnknown() {
		return
	}
	compute, other, foreign := computeGPU, computeCPU, policies.Only(computeCPU)
	if config.ComputeType.ValueString() == computeCPU {
		compute, other, foreign = computeCPU, computeGPU, policies.Only(computeGPU)
	}
	var values map[string]tftypes.Value
	if err := req.Config.Raw.As(&values); err != nil {
		resp.Diagnostics.AddError("Cannot read the configuration of "+entity.Name, err.Error())
		return
	}
	for _, name := range foreign {
		switch {
		case !framework.AsksFor(values[name]):
		case name == "vcpu_count":
			// The configuration that an import generates for a GPU pod has the vCPUs of its machine. Over version 1, one of a
			// CPU pod has no compute_type.
			resp.Diagnostics.AddAttributeWarning(path.Root(name), "vcpu_count is ignored without compute_type",
				"A pod gets the vCPUs of its machine unless compute_type is \"CPU\". A plan ignores vcpu_count of a pod that "+
					"exists, and refuses it for a new one.\n\n"+
					"Next: remove vcpu_count, or set compute_type = \"CPU\" if the pod is a CPU pod, with the "+
					"vCPUs that it has: another number replaces it.")
		default:
			is := fmt.Sprintf("compute_type is %q", compute)
			if config.ComputeType.IsNull() {
				is = "Without compute_type, a pod is a GPU pod"
			}
			resp.Diagnostics.AddAttributeError(path.Root(name), "Invalid attribute of a "+compute+" pod", fmt.Sprintf(
				"%s, and the service ignores %s for such a pod.\n\n"+
					"Next: remove %[2]s, which is for pods with compute_type = %[3]q. A change of compute_type replaces an "+
					"existing pod, which deletes the data on its volume.",
				is, name, other))
		}
	}
}
