package endpoint

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// Keeps reports whether a plan that proposes the state of an endpoint changes nothing: ModifyPlan acts on
// changes only, also on those of its template that this process plans.
func (r *Resource) Keeps(ctx context.Context, p policy.Proposal) bool {
	var template string
	err := framework.Members(p.State, &diag.Diagnostics{})[templateID].As(&template)
	return err == nil && !r.Run.SettingsChange(template)
}

// ModifyPlan reports what an apply would otherwise find out.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.RefusesPlan(ctx, req, resp) {
		return
	}
	verdict := policies.Plan(ctx, r.Version(), req, resp)
	if req.Plan.Raw.IsNull() {
		r.Protected(ctx, req.State, &resp.Diagnostics).RefusePlannedDelete(&resp.Diagnostics)
		return
	}
	var plan, config model
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !req.State.Raw.IsNull() {
		r.modifyUpdate(ctx, plan, config, verdict, req, resp)
		return
	}
	refuseBothForms(config, model{}, &resp.Diagnostics)
	if r.Client == nil || resp.Diagnostics.HasError() {
		return
	}
	r.refusePools(ctx, plan, config, true, &resp.Diagnostics)
	r.refuseNew(ctx, config, &resp.Diagnostics)
}

// modifyUpdate does what ModifyPlan has to for an update or a replacement.
func (r *Resource) modifyUpdate(
	ctx context.Context, plan, config model, verdict policy.Verdict, req resource.ModifyPlanRequest,
	resp *resource.ModifyPlanResponse,
) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	refuseBothForms(config, state, &resp.Diagnostics)
	if verdict.Replaces {
		verdict.WarnOfLostVariables(ctx, state.Object(entity.Name), plan.Env, resp.Private, &resp.Diagnostics)
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacement(plan.DeletionProtection, resp)
	}
	if r.Client == nil || resp.Diagnostics.HasError() {
		return
	}
	change := plan.toUpdate(state, verdict.Record, r.Version())
	_, sendsGPUs := change.GPUTypeIDs.Get()
	r.refusePools(ctx, plan, config, sendsGPUs || verdict.Replaces, &resp.Diagnostics)
	if verdict.Replaces {
		r.refuseNew(ctx, config, &resp.Diagnostics)
		r.refuseUnreadTemplate(ctx, config, &resp.Diagnostics)
		return
	}
	variables := r.variables(ctx, plan, state, config, verdict.Record)
	sent, err := variables.Sends()
	if err != nil {
		resp.Diagnostics.Append(env.CannotCompare(entity.Name, strconv.Quote(state.Name.ValueString()), err))
		return
	}
	if variables.Changes() {
		change.Env = members.Some(framework.StringsByKey(plan.Env))
	}
	roll := r.rollingOf(plan, state, change, resp.Plan, &resp.Diagnostics)
	if !roll.isEmpty() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("version"), types.Int64Unknown())...)
	}
	// After an import, the service can have the configured values already. Only the warning depends on that, because the
	// plan of `terraform apply` must not contradict the one before it.
	if !isPresent(sent) {
		roll = roll.without("env")
	}
	if roll.follows == "" && r.hasTemplate(ctx, plan, state, verdict.Record.Imported) {
		roll = roll.without(templateID)
	}
	roll.variables = variables.Describe()
	roll.warn(state, &resp.Diagnostics)
}

// rollingOf finds what rolls the workers in an update. Over version 2 that is also a template that the endpoint
// follows, and a rename. It asks the state and the plan only.
func (r *Resource) rollingOf(
	plan, state model, change api.EndpointFields, of tfsdk.Plan, diags *diag.Diagnostics,
) rolling {
	roll := rollingOf(framework.Members(of.Raw, diags), change)
	id := plan.TemplateID.ValueString()
	switch {
	case r.Version() < 2:
	case id != "" && r.Run.SettingsChange(id):
		roll.follows = "gives it the settings of its template, which changes in this plan"
	case id != "" && state.TemplateID.IsNull() && !state.hasOwnContainer():
		roll = roll.without(templateID)
		roll.follows = "gives it the settings of its template, because its own differ"
	case isPresent(change.Name) || plan.Name.IsUnknown():
		roll.follows = "gives it a copy of its template, if it has one, before the rename"
	}
	return roll
}

// hasTemplate reports whether an endpoint that has no template in the state has the settings of the configured one. A
// failed read counts as no.
func (r *Resource) hasTemplate(ctx context.Context, plan, state model, imported bool) bool {
	id := plan.TemplateID.ValueString()
	if r.Version() < 2 || id == "" || !state.TemplateID.IsNull() {
		return false
	}
	template, err := r.Client.Templates.ReadAny(ctx, id)
	if err != nil {
		return false
	}
	endpoint, err := r.Client.Endpoints.Find(ctx, state.ID.ValueString())
	return err == nil && hasSettings(endpoint, template.Container(), imported)
}
