package endpoint

import (
	"context"
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// Policies returns the policies of the attributes.
func (r *Resource) Policies() policy.Table { return r.policies }

// PlansNothing reports whether a plan that proposes the state of an endpoint changes nothing: ModifyPlan acts on
// changes only, also on those of its template that this process plans.
func (r *Resource) PlansNothing(ctx context.Context, p policy.Proposal) bool {
	var template string
	err := framework.Members(p.State, &diag.Diagnostics{})[templateID].As(&template)
	return err == nil && !r.Moves.SettingsChange(template) && r.policies.PlansNothing(ctx, r.Version(), p)
}

// ModifyPlan reports what an apply would otherwise find out.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.RefusesPlan(ctx, req, resp) {
		return
	}
	verdict := r.policies.Plan(ctx, r.Version(), req, resp)
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
	if refusal, refused := r.refusalOfPodTemplate(plan, model{}); refused {
		refusal.Refuse(&resp.Diagnostics)
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
		verdict.WarnOfLostVariables(ctx, state.object(), plan.Env, resp.Private, &resp.Diagnostics)
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacement(plan.DeletionProtection, resp.RequiresReplace,
			&resp.Diagnostics)
	}
	if r.Client == nil || resp.Diagnostics.HasError() {
		return
	}
	change := plan.toUpdate(state, verdict.Record, r.Version())
	_, sendsGPUs := change.GPUTypeIDs.Get()
	r.refusePools(ctx, plan, config, sendsGPUs || verdict.Replaces, &resp.Diagnostics)
	if verdict.Replaces {
		r.seeTemplate(ctx, api.EndpointFields{TemplateID: framework.StringOf(plan.TemplateID)})
		if refusal, refused := r.refusalOfPodTemplate(plan, model{}); refused {
			refusal.Refuse(&resp.Diagnostics)
		}
		r.refuseNew(ctx, config, &resp.Diagnostics)
		return
	}
	variables, found := r.variables(ctx, plan, state, config, req.Private)
	resp.Diagnostics.Append(found...)
	sent, err := variables.Sends()
	if err != nil {
		resp.Diagnostics.Append(env.CannotCompare(entity.Name, strconv.Quote(state.Name.ValueString()), err))
		return
	}
	if isPresent(sent) {
		change.Env = sent
	}
	roll := r.rollingOf(ctx, plan, state, change, resp.Plan, req.Private, &resp.Diagnostics)
	roll.variables = variables.Describe()
	if roll.raises() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("version"), types.Int64Unknown())...)
	}
	if refusal, refused := r.refusalOfPodTemplate(plan, state); refused {
		refusal.Warn(&resp.Diagnostics)
	}
	roll.warn(state, &resp.Diagnostics)
}

// rollingOf finds what rolls the workers in an update. Over version 2 that is also a template that the endpoint
// follows, and a rename, of which it warns.
func (r *Resource) rollingOf(
	ctx context.Context, plan, state model, change api.EndpointFields, of tfsdk.Plan, private framework.PrivateReader,
	diags *diag.Diagnostics,
) rolling {
	planned := framework.Members(of.Raw, diags)
	if plan.NetworkVolumeID.Equal(state.NetworkVolumeID) { // The request has both members of the network volumes.
		change.NetworkVolumeID = members.Optional[string]{}
	}
	if plan.NetworkVolumeIDs.Equal(state.NetworkVolumeIDs) {
		change.NetworkVolumeIDs = members.Optional[[]string]{}
	}
	if r.Version() < 2 {
		return rollingOf(planned, change)
	}
	imported, found := framework.Imported(ctx, private)
	diags.Append(found...)
	follows, id := "", plan.TemplateID.ValueString()
	switch {
	case id == "":
	case r.Moves.SettingsChange(id):
		follows = "Its template changes in this plan."
	case !state.TemplateID.IsNull():
	case !imported && !state.hasOwnContainer():
		follows = "Its container settings are not those of its template."
		change.TemplateID = members.Optional[string]{}
	case r.hasTemplate(ctx, state, id, imported, diags):
		change.TemplateID = members.Optional[string]{}
	}
	roll := rollingOf(planned, change)
	roll.follows = follows
	if roll.detaches = isPresent(change.Name) || plan.Name.IsUnknown(); roll.detaches {
		warnOfDetaching(state, diags)
	}
	return roll
}

// hasTemplate reports whether an endpoint that has no template in the state has the settings of the configured one.
func (r *Resource) hasTemplate(
	ctx context.Context, state model, template string, imported bool, diags *diag.Diagnostics,
) bool {
	t, err := r.Client.Templates.ReadAny(ctx, template)
	var endpoint api.Endpoint
	if err == nil {
		endpoint, err = r.Client.Endpoints.Find(ctx, state.ID.ValueString())
	}
	if err != nil && !isLasting(err) {
		cannotCompareTemplate(state, template, err, diags)
	}
	return err == nil && hasSettings(endpoint, t.Container(), imported)
}

// isLasting reports whether each plan fails to read a template: it is gone, or the API key lacks the permission. So all
// plans agree, and the service judges the template.
func isLasting(err error) bool {
	return fleet.IsGone(err) || transport.IsOwn(err, transport.KindUnauthorized)
}

// cannotCompareTemplate adds the error of a plan that cannot find out whether an endpoint has the settings of its
// configured template. If it guessed, the plan of `terraform apply` could contradict the one before it.
func cannotCompareTemplate(state model, template string, err error, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root(templateID), "Cannot compare the endpoint with its template", fmt.Sprintf(
		"To find out whether the endpoint %q already has the settings of the template %s, the provider has to read both, "+
			"and that failed. Nothing has changed.\n\nReason: %s\n\nNext: run the same command again.",
		state.Name.ValueString(), template, err))
}

// refusalOfPodTemplate returns the refusal of another template if this run has read that template and it is one for
// pods. It sends no request: see seeTemplate.
func (r *Resource) refusalOfPodTemplate(plan, state model) (refusal framework.Refusal, refused bool) {
	if plan.TemplateID.IsUnknown() || plan.TemplateID.Equal(state.TemplateID) {
		return refusal, false
	}
	template, _ := r.Client.Templates.Seen(plan.TemplateID.ValueString())
	serverless, known := template.IsServerless.Get()
	return framework.Refusal{
		At: path.Root(templateID), Object: state.object(), Summary: "The template is one for pods",
		Detail: fmt.Sprintf("The template %q (%s) has is_serverless = false. The service creates endpoints from serverless "+
			"templates only.",
			template.Name.Or(""), template.ID),
		Next: "use a template with is_serverless = true.",
	}, known && !serverless
}

// seeTemplate reads the template that an update is about to send, unless the run has read it. The service refuses a
// template for pods with a 500, and only its message tells that from an update of unknown outcome. The plan of a
// replacement reads it too, because the endpoint is deleted first. Other plans and creates do not: a refused create
// leaves no object behind. If the provider cannot read the template, the service judges it.
func (r *Resource) seeTemplate(ctx context.Context, change api.EndpointFields) {
	id := change.TemplateID.Or("")
	if _, known := r.Client.Templates.Seen(id); id != "" && !known {
		_, _ = r.Client.Templates.Get(ctx, id)
	}
}
