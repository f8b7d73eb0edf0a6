package endpoint

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/resourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// ConfigValidators implements resource.ResourceWithConfigValidators: a name has one source.
func (r *Resource) ConfigValidators(context.Context) []resource.ConfigValidator {
	return []resource.ConfigValidator{
		resourcevalidator.Conflicting(path.MatchRoot("name"), path.MatchRoot(framework.NamePrefixAttribute)),
	}
}

// ValidateConfig holds the rules that span attributes.
func (r *Resource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	most := orDefault(config.WorkersMax, defaultWorkersMax)
	if !most.IsUnknown() && config.WorkersMin.ValueInt64() > most.ValueInt64() {
		resp.Diagnostics.AddAttributeError(path.Root("workers_min"), "workers_min exceeds workers_max",
			fmt.Sprintf("workers_min is %d and workers_max is %d. Lower the one or raise the other.",
				config.WorkersMin.ValueInt64(), most.ValueInt64()))
	}
	var values map[string]tftypes.Value
	if err := req.Config.Raw.As(&values); err != nil {
		resp.Diagnostics.AddError("Cannot read the configuration of "+entity.Name, err.Error())
	}
	if config.ComputeType.IsUnknown() || resp.Diagnostics.HasError() {
		return
	}
	foreign, own := []string{"cpu_flavor_ids", "vcpu_count"}, "GPU"
	if config.isCPU() {
		foreign, own = []string{"gpu_type_ids", "gpu_count", "allowed_cuda_versions", "min_cuda_version"}, "CPU"
	}
	for _, name := range foreign {
		if framework.AsksFor(values[name]) {
			resp.Diagnostics.AddAttributeError(path.Root(name), "Not for this compute type",
				fmt.Sprintf("%s means nothing to an endpoint with compute_type %s. Remove it. (Another compute_type "+
					"is for an endpoint that does not exist yet: it replaces one that does.)", name, own))
		}
	}
}
