package endpoint

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// rules holds the rules that span attributes.
func (r *Resource) rules(ctx context.Context, config model, diags *diag.Diagnostics) {
	values := framework.Attributes(config)
	most := framework.OrDefault(config.WorkersMax, defaultWorkersMax)
	if !most.IsUnknown() && config.WorkersMin.ValueInt64() > most.ValueInt64() {
		diags.AddAttributeError(path.Root("workers_min"), "workers_min exceeds workers_max",
			fmt.Sprintf("workers_min is %d, and workers_max is %d.\n\nNext: lower workers_min or raise workers_max.",
				config.WorkersMin.ValueInt64(), most.ValueInt64()))
	}
	r.refuseDrain(ctx, config, diags)
	refuseConflicts(config, values, diags)
	if config.ComputeType.IsUnknown() || diags.HasError() {
		return
	}
	foreign, own := []string{"cpu_flavor_ids", "vcpu_count"}, "GPU"
	if config.isCPU() {
		foreign, own = []string{
			gpuTypeIDs, gpuPoolIDs, excludedGPUTypeIDs, "gpu_count", "allowed_cuda_versions", "min_cuda_version",
		}, "CPU"
	}
	for _, name := range foreign {
		if framework.AsksFor(values[name]) {
			diags.AddAttributeError(path.Root(name), "Invalid attribute for the compute type",
				fmt.Sprintf("%s has no meaning for an endpoint with compute_type %s.\n\n"+
					"Next: remove it. A change of compute_type would replace an existing endpoint.", name, own))
		}
	}
}

// refuseConflicts refuses attributes that exclude each other, except the two forms of GPU types: see refuseBothForms.
// Unknown values ask for nothing: core validates again in the apply, where they are known.
func refuseConflicts(config model, values map[string]attr.Value, diags *diag.Diagnostics) {
	isSet := func(name string) bool { return !values[name].IsNull() && !values[name].IsUnknown() }
	isNull := func(name string) bool { return values[name].IsNull() }
	switch {
	case isSet(templateID) && isSet(imageName):
		diags.AddAttributeError(path.Root(imageName), "Both template_id and image_name are set",
			"An endpoint gets its container settings from the template with template_id, or has its own settings, with "+
				"image_name.\n\nNext: remove one of the two.")
	case isNull(templateID) && isNull(imageName):
		diags.AddAttributeError(path.Root(templateID), "Neither template_id nor image_name is set",
			"An endpoint needs a serverless template. Over version 2 of the management interface, it can have an image_name "+
				"and its own container settings instead.\n\nNext: set one of the two.")
	case isSet(templateID) || isNull(imageName):
		for _, name := range containerSettings {
			if framework.AsksFor(values[name]) {
				diags.AddAttributeError(path.Root(name), "Invalid attribute with a template", fmt.Sprintf(
					"%s is a setting of the template in template_id.\n\n"+
						"Next: set it in the template, or replace template_id with image_name and the other container settings.", name))
			}
		}
	}
	if framework.AsksFor(values[excludedGPUTypeIDs]) && isNull(gpuPoolIDs) {
		diags.AddAttributeError(path.Root(excludedGPUTypeIDs), "excluded_gpu_type_ids without gpu_pools",
			"excluded_gpu_type_ids are removed from the GPU types of gpu_pools, which is not set.\n\n"+
				"Next: set gpu_pools, or remove excluded_gpu_type_ids.")
	}
	config.RefuseTwice(diags)
}
