package template

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// Policies returns the policies of the attributes.
func (r *Resource) Policies() policy.Table { return r.policies }

// PlansNothing reports whether a plan that proposes the state of a template changes nothing: ModifyPlan acts on changes
// only, and on a configuration that is not the one applied last.
func (r *Resource) PlansNothing(ctx context.Context, p policy.Proposal) bool {
	var state model
	diags := (&tfsdk.State{Schema: p.Schema, Raw: p.State}).Get(ctx, &state)
	applied, found := loadAppliedConfig(ctx, p.Private)
	diags.Append(found...)
	return !diags.HasError() && state.configHash(state, model{}, applied, env.SecretKeys{}).Equal(state.ConfigHash) &&
		r.policies.PlansNothing(ctx, r.Version(), p)
}

// ModifyPlan plans config_hash. It warns of a change that rolls endpoints, and of a replacement that endpoints are in
// the way of; pods are not, because they are replaced with their template.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.RefusesPlan(ctx, req, resp) {
		return
	}
	verdict := r.policies.Plan(ctx, r.Version(), req, resp)
	var plan, config model
	if req.Plan.Raw.IsNull() {
		r.Protected(ctx, req.State, &resp.Diagnostics).RefusePlannedDelete(&resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if req.State.Raw.IsNull() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("config_hash"), plan.digest())...)
		return
	}
	u := plannedUpdate{plan: plan, config: config, Verdict: verdict}
	u.load(ctx, req, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	u.sent, u.env = u.plan, r.envUpdate(ctx, u.plan, u.state, config, u.secret)
	var err error
	if u.hasLeftOut, err = u.env.HasLeftOut(); err != nil {
		resp.Diagnostics.Append(env.CannotCompare(entity.Name, strconv.Quote(u.state.Name.ValueString()), err))
		return
	}
	if u.hasLeftOut {
		u.sent.Env, u.sent.EnvWOVersion = u.state.Env, u.state.EnvWOVersion
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("config_hash"),
		u.sent.configHash(u.state, config, u.applied, u.secret))...)
	if u.Replaces {
		u.WarnOfLostVariables(ctx, u.state.object(), u.plan.Env, resp.Private, &resp.Diagnostics)
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacement(u.plan.DeletionProtection, resp.RequiresReplace,
			&resp.Diagnostics)
	}
	if r.Client == nil || resp.Diagnostics.HasError() {
		return
	}
	if !u.Replaces && u.rolls() {
		r.Moves.ChangeSettings(u.state.ID.ValueString(), u.plannedSettings())
	}
	variables := u.describeEnvChange()
	if warned := r.warnOfEndpoints(ctx, u, variables, &resp.Diagnostics); !warned {
		env.WarnChange(u.state.object(), variables, &resp.Diagnostics)
	}
}

// plannedUpdate holds the values of an update or a replacement that ModifyPlan checks.
type plannedUpdate struct {
	policy.Verdict
	plan, state, config model
	// sent is the plan as an update sends it: nothing of variables that the service has, although an import left them out.
	sent    model
	secret  env.SecretKeys
	applied appliedConfig
	env     env.Update
	// hasLeftOut is set if the template has the planned variables already, which its import left out.
	hasLeftOut bool
}

// load reads state and private state.
func (u *plannedUpdate) load(ctx context.Context, req resource.ModifyPlanRequest, diags *diag.Diagnostics) {
	diags.Append(req.State.Get(ctx, &u.state)...)
	var found diag.Diagnostics
	u.secret, found = env.LoadSecretKeys(ctx, req.Private)
	diags.Append(found...)
	u.applied, found = loadAppliedConfig(ctx, req.Private)
	diags.Append(found...)
}

// rolls reports whether the update, if it is one, rolls the endpoints of the template.
func (u plannedUpdate) rolls() bool {
	return rolls(u.sent.toUpdate(u.state, u.Record)) || u.env.Changes() && !u.hasLeftOut ||
		u.sent.digestWith(u.sent.ContainerRegistryAuthID).IsUnknown()
}

// plannedSettings returns the container settings that the template will have; absent if they are not known, as
// variables are that nothing configures.
func (u plannedUpdate) plannedSettings() (planned members.Optional[api.Container]) {
	isEnvKnown := isKnown(u.config.EnvWO) && (env.IsConfigured(u.config.Env, u.config.EnvWO) ||
		u.secret.IsEmpty() && !u.secret.IsUnowned())
	if !isEnvKnown || u.sent.digestWith(u.sent.ContainerRegistryAuthID).IsUnknown() {
		return planned
	}
	after := u.sent.toCreate(u.config, framework.StringsByKey(u.config.EnvWO)).TemplateFields
	after.ContainerRegistryAuthID = members.Some(u.sent.ContainerRegistryAuthID.ValueString())
	return members.Some(api.Template{TemplateFields: after}.Container())
}

// describeEnvChange names the variables that change, and is empty if none does.
func (u plannedUpdate) describeEnvChange() string {
	if u.hasLeftOut {
		return ""
	}
	return u.env.Describe()
}

// warnOfEndpoints warns of the plan's effect on the template's endpoints, or of the endpoints that are in its way. It
// reports whether a warning names the changes of the variables.
func (r *Resource) warnOfEndpoints(
	ctx context.Context, u plannedUpdate, variables string, diags *diag.Diagnostics,
) (warned bool) {
	switch {
	// A name made of a prefix is for create_before_destroy, under which endpoints move over first.
	case u.Replaces && u.config.Name.IsNull():
		return r.warnOfRolling(ctx, u.state, "Rolling update after a template replacement", variables, diags)
	case u.Replaces:
		r.warnInUse(ctx, u.plan, u.state, diags)
	case u.rolls():
		return r.warnOfRolling(ctx, u.state, "Rolling update of the template's endpoints", variables, diags)
	}
	return false
}

// warnOfRolling names the endpoints that get a rolling update, and the changes of their variables. It reports whether
// it warned.
func (r *Resource) warnOfRolling(
	ctx context.Context, state model, summary, variables string, diags *diag.Diagnostics,
) bool {
	endpoints, err := r.Client.Endpoints.WithTemplate(ctx, state.ID.ValueString())
	if err != nil {
		warnOfUnlisted(state, err, "The apply starts a rolling update of each endpoint that uses it: idle workers end at "+
			"once, busy workers finish their job first, and new workers start cold.", diags)
	}
	if len(endpoints) == 0 {
		return false
	}
	names := make([]string, len(endpoints))
	for i, e := range endpoints {
		names[i] = fmt.Sprintf("%q (%s)", e.Name.Or(""), e.ID)
	}
	detail := describeRolling(state.Name.ValueString(), names)
	if variables != "" {
		detail += " In their environment variables, the plan " + variables + "."
	}
	diags.AddWarning(state.object().About(summary), detail)
	return true
}

// describeRolling says which endpoints use a template, and what the rolling update does to their workers.
func describeRolling(template string, endpoints []string) string {
	use, their := "1 endpoint uses", "its"
	if len(endpoints) > 1 {
		use, their = fmt.Sprintf("%d endpoints use", len(endpoints)), "their"
	}
	return fmt.Sprintf("%s the template %q: %s. The apply starts a rolling update: %s idle workers end at once, busy "+
		"workers finish their job first, and new workers start cold.", use, template, strings.Join(endpoints, ", "), their)
}

// warnInUse warns of endpoints that keep the template from being replaced.
func (r *Resource) warnInUse(ctx context.Context, plan, state model, diags *diag.Diagnostics) {
	endpoints, err := r.Client.Endpoints.WithTemplate(ctx, state.ID.ValueString())
	if err != nil {
		warnOfUnlisted(state, err, "The service does not delete a template that an endpoint uses. If one uses it, and the "+
			"same plan neither replaces nor deletes that endpoint, the apply waits for two minutes and fails.", diags)
		return
	}
	users := make([]fleet.User, len(endpoints))
	for i, e := range endpoints {
		users[i] = fleet.User{Kind: client.UserEndpoint, ID: e.ID, Name: e.Name.Or("")}
	}
	framework.WarnInUse(state.object(), users, !plan.Name.Equal(state.Name), diags)
}

// warnOfUnlisted warns that the plan cannot name the endpoints of a template, and of the consequence if there are any.
// That is no reason to refuse the plan.
func warnOfUnlisted(state model, err error, consequence string, diags *diag.Diagnostics) {
	diags.AddWarning(state.object().About("Cannot list the endpoints of the template"), fmt.Sprintf(
		"The provider could not find out which endpoints use the template %q (%s). %s\n\nReason: %v\n\n"+
			"The rest of the plan is complete, and nothing has changed.\n\n"+
			"Next: plan again. If the list still fails, look for endpoints with this template in the service's console "+
			"before you apply.", state.Name.ValueString(), state.ID.ValueString(), consequence, err))
}
