package template

import (
	"context"
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

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
	applied, found := framework.AppliedConfig(ctx, p.Private)
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
		r.Moves.ChangeSettings(u.state.ID.ValueString())
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
	applied string
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
	u.applied, found = framework.AppliedConfig(ctx, req.Private)
	diags.Append(found...)
}

// rolls reports whether the update, if it is one, rolls the endpoints of the template.
func (u plannedUpdate) rolls() bool {
	return rolls(u.sent.toUpdate(u.state, u.Record)) || u.env.Changes() && !u.hasLeftOut ||
		u.sent.digestWith(u.sent.ContainerRegistryAuthID).IsUnknown()
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
	if !u.Replaces && !u.rolls() {
		return false
	}
	// A name made of a prefix is for create_before_destroy, under which endpoints move over first.
	isInTheWay := u.Replaces && !u.config.Name.IsNull()
	endpoints, err := r.Client.Endpoints.WithTemplate(ctx, u.state.ID.ValueString())
	switch {
	case err != nil && isInTheWay:
		warnOfUnlisted(u.state, err, "The service does not delete a template that an endpoint uses. If one uses it, and the "+
			"same plan neither replaces nor deletes that endpoint, the apply waits for two minutes and fails.", diags)
	case err != nil:
		warnOfUnlisted(u.state, err, rollingUpdate, diags)
	case isInTheWay:
		framework.WarnInUse(u.state.object(), endpoints, !u.plan.Name.Equal(u.state.Name), diags)
	case len(endpoints) > 0:
		summary := "Rolling update of the template's endpoints"
		if u.Replaces {
			summary = "Rolling update after a template replacement"
		}
		detail := fmt.Sprintf("The template %q is used by: %s. %s", u.state.Name.ValueString(),
			framework.UsersOf(endpoints), rollingUpdate)
		if variables != "" {
			detail += " In their environment variables, the plan " + variables + "."
		}
		diags.AddWarning(u.state.object().About(summary), detail)
		return true
	}
	return false
}

// rollingUpdate is what an apply does to the endpoints of a template that it changes.
const rollingUpdate = "The apply starts a rolling update of each endpoint that uses it: idle workers end at once, " +
	"busy workers finish their job first, and new workers start cold."

// warnOfUnlisted warns that the plan cannot name the endpoints of a template, and of the consequence if there are any.
// That is no reason to refuse the plan.
func warnOfUnlisted(state model, err error, consequence string, diags *diag.Diagnostics) {
	diags.AddWarning(state.object().About("Cannot list the endpoints of the template"), fmt.Sprintf(
		"The provider could not find out which endpoints use the template %q (%s). %s\n\nReason: %v\n\n"+
			"The rest of the plan is complete, and nothing has changed.\n\n"+
			"Next: plan again. If the list still fails, look for endpoints with this template in the service's console "+
			"before you apply.", state.Name.ValueString(), state.ID.ValueString(), consequence, err))
}
