package endpoint

import (
	"context"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/attr"
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

// Keeps reports whether a plan that proposes the state of an endpoint changes nothing: Resource.plan acts on
// changes only, also on those of its template that this process plans.
func (r *Resource) Keeps(ctx context.Context, p policy.Proposal) bool {
	var template string
	err := framework.Members(p.State, &diag.Diagnostics{})[templateID].As(&template)
	return err == nil && !r.Run.SettingsChange(template)
}

// plan reports what an apply would otherwise find out.
func (r *Resource) plan(
	ctx context.Context, in input, verdict policy.Verdict, req resource.ModifyPlanRequest,
	resp *resource.ModifyPlanResponse,
) {
	exists, state := !req.State.Raw.IsNull(), in.State
	refuseBothForms(in.Config, state, &resp.Diagnostics)
	if verdict.Replaces {
		verdict.WarnOfLostVariables(ctx, state.Object(entity.Name), in.Plan.Env, resp.Private, &resp.Diagnostics)
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacement(in.Plan.DeletionProtection, resp)
	}
	if r.Client == nil || resp.Diagnostics.HasError() {
		return
	}
	var change api.EndpointFields
	if exists {
		change = toUpdate(in, r.Version())
	}
	creates := !exists || verdict.Replaces
	r.refusePools(ctx, in.Plan, in.Config, creates || isPresent(change.GPUTypeIDs), &resp.Diagnostics)
	if creates {
		r.refuseNew(ctx, in.Config, verdict.Replaces, &resp.Diagnostics)
		return
	}
	variables := r.variables(ctx, in)
	sent, err := variables.Sends()
	if err != nil {
		resp.Diagnostics.Append(env.CannotCompare(entity.Name, strconv.Quote(state.Name.ValueString()), err))
		return
	}
	if variables.Changes() {
		change.Env = members.Some(framework.StringsByKey(in.Plan.Env))
	}
	roll := r.rollingOf(in, change, resp.Plan, &resp.Diagnostics)
	if !roll.isEmpty() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("version"), types.Int64Unknown())...)
	}
	// After an import, the service can have the configured values already. Only the warning depends on that, because the
	// plan of `terraform apply` must not contradict the one before it.
	if !isPresent(sent) {
		roll = roll.without("env")
	}
	if roll.follows == "" && r.hasTemplate(ctx, in) {
		roll = roll.without(templateID)
	}
	roll.variables = variables.Describe()
	roll.warn(state, &resp.Diagnostics)
}

// rollingOf finds what rolls the workers in an update. Over version 2 that is also a template that the endpoint
// follows, and a rename. It asks the state and the plan only.
func (r *Resource) rollingOf(in input, change api.EndpointFields, of tfsdk.Plan, diags *diag.Diagnostics) rolling {
	roll := rollingOf(framework.Members(of.Raw, diags), change)
	id := in.Plan.TemplateID.ValueString()
	switch {
	case r.Version() < 2:
	case id != "" && r.Run.SettingsChange(id):
		roll.follows = "gives it the settings of its template, which changes in this plan"
	case id != "" && in.State.TemplateID.IsNull() && !in.State.hasOwnContainer():
		roll = roll.without(templateID)
		roll.follows = "gives it the settings of its template, because its own differ"
	case isPresent(change.Name) || in.Plan.Name.IsUnknown():
		roll.follows = "gives it a copy of its template, if it has one, before the rename"
	}
	return roll
}

// hasTemplate reports whether an endpoint that has no template in the state has the settings of the configured one. A
// failed read counts as no.
func (r *Resource) hasTemplate(ctx context.Context, in input) bool {
	id := in.Plan.TemplateID.ValueString()
	if r.Version() < 2 || id == "" || !in.State.TemplateID.IsNull() {
		return false
	}
	template, err := r.Client.Templates.ReadAny(ctx, id)
	if err != nil {
		return false
	}
	endpoint, err := r.Client.Endpoints.Find(ctx, in.State.ID.ValueString())
	return err == nil && hasSettings(endpoint, template.Container(), in.Imported)
}

// refuseNew refuses a configuration of which the service is known to create no endpoint (contract 2.3, contract-v2
// 5.3), in the plan of a create or of a replacement, so before the delete of the replaced endpoint. Unknown values
// refuse nothing. It reads the template only before a replacement, and if this run has not read it.
func (r *Resource) refuseNew(ctx context.Context, config model, replaces bool, diags *diag.Diagnostics) {
	one := config.NetworkVolumeID
	several := slices.DeleteFunc(config.NetworkVolumeIDs.Elements(), func(id attr.Value) bool { return id.Equal(one) })
	for _, volumes := range []framework.Volumes{
		{At: path.Root("network_volume_id"), IDs: []attr.Value{one}, Allowed: config.DataCenterIDs},
		{At: path.Root("network_volume_ids"), IDs: several, Allowed: config.DataCenterIDs},
	} {
		framework.RefuseFarVolumes(ctx, r.Client, volumes, diags)
	}
	id := config.TemplateID.ValueString()
	if _, seen := r.Client.Templates.Seen(id); id == "" || seen || !replaces {
		return
	}
	if _, err := r.Client.Templates.ReadAny(ctx, id); err != nil {
		framework.Failure{Verb: "read", Entity: "template of the new endpoint", Name: id, Err: err,
			Advice: "The apply would delete the old endpoint first. The provider has deleted nothing.\n\n" +
				"Next: check template_id, and that the API key may read templates. Then plan again. " +
				framework.DestroyAnyway}.AddTo(diags)
	}
}
