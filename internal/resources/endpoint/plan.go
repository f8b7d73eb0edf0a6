package endpoint

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// ValidateConfig holds the rules that span attributes.
func (r *Resource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	most := orDefault(config.WorkersMax, defaultWorkersMax)
	if !most.IsUnknown() && config.WorkersMin.ValueInt64() > most.ValueInt64() {
		resp.Diagnostics.AddAttributeError(path.Root("workers_min"), "workers_min exceeds workers_max",
			fmt.Sprintf("workers_min is %d and workers_max is %d. Lower the one or raise the other.", config.WorkersMin.ValueInt64(), most.ValueInt64()))
	}
	var values map[string]tftypes.Value
	if err := req.Config.Raw.As(&values); err != nil {
		resp.Diagnostics.AddError("Cannot read the configuration of "+entity, err.Error())
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
				fmt.Sprintf("%s means nothing to an endpoint with compute_type %s. Remove it. (Another compute_type is for an endpoint that does not exist yet: it replaces one that does.)", name, own))
		}
	}
}

// ModifyPlan says what apply would otherwise find out.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	defer func() { framework.JoinAdopted(entity, req.State, &resp.Diagnostics) }()
	var plan, state model
	if req.Plan.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
		state.protected().RefusePlannedDelete(&resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	updated := !req.State.Raw.IsNull()
	if updated {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	replaced := updated && !imported && !state.ComputeType.IsNull() && !plan.ComputeType.Equal(state.ComputeType)
	if replaced {
		state.protected().RefuseReplacement(plan.DeletionProtection, &resp.Diagnostics)
	}
	if r.Client == nil || resp.Diagnostics.HasError() {
		return
	}
	if updated {
		framework.KeepUntold([]string{"compute_type"}, imported, replacesEndpoint, req, resp)
		framework.KeepUntold(withDefault, imported, isSent, req, resp)
		resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	}
	var roll rolling
	if updated {
		roll = rollingOf(plan, plan.toUpdate(state, imported))
	}
	if updated && (!roll.isEmpty() || !resp.Plan.Raw.IsFullyKnown()) {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("version"), types.Int64Unknown())...)
	}
	if !plan.TemplateID.IsUnknown() && !plan.TemplateID.Equal(state.TemplateID) {
		r.refusePodTemplate(ctx, plan, &resp.Diagnostics)
	}
	if !replaced {
		roll.warn(state, &resp.Diagnostics)
	}
}

// withDefault are the attributes, beside compute_type, that are null only where nobody was told what the
// service has: see framework.KeepUntold.
var withDefault = []string{
	"gpu_type_ids", "gpu_count", "allowed_cuda_versions", dataCenterIDs, "network_volume_ids", "workers_min", "workers_max",
	"idle_timeout", "scaler_type", "scaler_value", "execution_timeout_ms", "flashboot",
}

// refusePodTemplate refuses a template for pods where that can be known: it
// exists already.
func (r *Resource) refusePodTemplate(ctx context.Context, plan model, diags *diag.Diagnostics) {
	template, err := r.Client.GetTemplate(ctx, plan.TemplateID.ValueString())
	if err != nil {
		return // What is wrong with it, apply will say: a plan needs no answer to be made.
	}
	if serverless, known := template.IsServerless.Get(); known && !serverless {
		diags.AddAttributeError(path.Root("template_id"), "The template is one for pods", fmt.Sprintf(
			"The template %q (%s) has is_serverless = false, and the service makes no endpoint of it. Use a template with is_serverless = true.",
			template.Name.Or(""), template.ID))
	}
}

// warnOfComputeType says that a deployment made something else than was asked
// for. It is no reason to replace: the next one would be no different.
func warnOfComputeType(m model, answer client.Endpoint, diags *diag.Diagnostics) {
	got, known := answer.ComputeType.Get()
	if known && !m.ComputeType.IsNull() && got != m.ComputeType.ValueString() {
		diags.AddAttributeWarning(path.Root("compute_type"), "The service answers another compute type", fmt.Sprintf(
			"The endpoint %q is to be one of %s, and the service says %s. Some deployments accept the one and make the other; look at what its workers run on.",
			m.Name.ValueString(), m.ComputeType.ValueString(), got))
	}
}
