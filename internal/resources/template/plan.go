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

// Keeps reports whether a plan that proposes the state of a template changes nothing: ModifyPlan acts on changes
// only, and on a configuration that is not the one applied last.
func (r *Resource) Keeps(ctx context.Context, p policy.Proposal) bool {
	var state model
	diags := (&tfsdk.State{Schema: p.Schema, Raw: p.State}).Get(ctx, &state)
	applied, found := framework.Recall[string](ctx, p.Private, framework.AppliedConfigKey)
	diags.Append(found...)
	return !diags.HasError() && change{state: state, applied: applied}.configHash(state).Equal(state.ConfigHash)
}

// ModifyPlan plans config_hash. It warns of a change that rolls endpoints, and of a replacement that endpoints are in
// the way of; pods are not, because they are replaced with their template.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.RefusesPlan(ctx, req, resp) {
		return
	}
	verdict := policies.Plan(ctx, r.Version(), req, resp)
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
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	c, found := r.changeOf(ctx, plan, state, config, verdict.Record, req.Private)
	resp.Diagnostics.Append(found...)
	if resp.Diagnostics.HasError() {
		return
	}
	sent, err := c.sent()
	if err != nil {
		resp.Diagnostics.Append(env.CannotCompare(entity.Name, strconv.Quote(state.Name.ValueString()), err))
		return
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("config_hash"), c.configHash(sent))...)
	if verdict.Replaces {
		verdict.WarnOfLostVariables(ctx, state.Object(entity.Name), plan.Env, resp.Private, &resp.Diagnostics)
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacement(plan.DeletionProtection, resp)
	}
	if r.Client == nil || resp.Diagnostics.HasError() {
		return
	}
	rolls := c.rolls(sent)
	if !verdict.Replaces && rolls {
		r.Run.ChangeSettings(state.ID.ValueString())
	}
	variables := c.env.Describe()
	if !verdict.Replaces && !rolls || !r.warnOfEndpoints(ctx, c, verdict.Replaces, variables, &resp.Diagnostics) {
		env.WarnChange(state.Object(entity.Name), variables, &resp.Diagnostics)
	}
}

// change is an update of a template, or a plan of one, which can be a replacement.
type change struct {
	plan, state, config model
	record              policy.Record
	applied             string
	env                 env.Update
}

// changeOf returns a change, given the private state of the template.
func (r *Resource) changeOf(
	ctx context.Context, plan, state, config model, record policy.Record, private framework.PrivateReader,
) (change, diag.Diagnostics) {
	applied, diags := framework.Recall[string](ctx, private, framework.AppliedConfigKey)
	return change{plan, state, config, record, applied, r.envUpdate(ctx, plan, state, config, record.Env)}, diags
}

// sent returns the plan as an update sends it: nothing of variables that the service has, although an import left them
// out.
func (c change) sent() (model, error) {
	has, err := c.env.HasLeftOut()
	if has {
		c.plan.Env, c.plan.EnvWOVersion = c.state.Env, c.state.EnvWOVersion
	}
	return c.plan, err
}

// rolls reports whether an update, if the change is one, rolls the endpoints of the template.
func (c change) rolls(sent model) bool {
	variables, err := c.env.Sends()
	return err == nil && !variables.IsZero() || rolls(sent.toUpdate(c.state, c.record)) ||
		sent.digest().IsUnknown() || sent.ContainerRegistryAuthID.IsUnknown()
}

// warnOfEndpoints warns of the effect of a plan on the template's endpoints, or of the endpoints that are in its way.
// It reports whether a warning names the changes of the variables.
func (r *Resource) warnOfEndpoints(
	ctx context.Context, c change, replaces bool, variables string, diags *diag.Diagnostics,
) (warned bool) {
	// A name made of a prefix is for create_before_destroy, under which endpoints move over first.
	isInTheWay := replaces && !c.config.Name.IsNull()
	endpoints, err := r.Client.Endpoints.WithTemplate(ctx, c.state.ID.ValueString())
	switch {
	case isInTheWay:
		framework.WarnInUse(c.state.Object(entity.Name), endpoints, err, diags)
	case err != nil:
		warnOfUnlisted(c.state, err, diags)
	case len(endpoints) > 0:
		detail := fmt.Sprintf("The template %q is used by: %s. %s", c.state.Name.ValueString(),
			framework.UsersOf(endpoints), rollingUpdate)
		if variables != "" {
			detail += " In their environment variables, the plan " + variables + "."
		}
		diags.AddWarning(c.state.Object(entity.Name).About("Rolling update of the template's endpoints"), detail)
		return true
	}
	return false
}

// rollingUpdate is what an apply does to the endpoints of a template that it changes.
const rollingUpdate = "The apply starts a rolling update of each endpoint that uses it: idle workers end at once, " +
	"busy workers finish their job first, and new workers start cold."

// warnOfUnlisted warns that the plan cannot name the endpoints of a template that it changes. That is no reason to
// refuse the plan.
func warnOfUnlisted(state model, err error, diags *diag.Diagnostics) {
	diags.AddWarning(state.Object(entity.Name).About("Cannot list the endpoints of the template"), fmt.Sprintf(
		"The provider could not find out which endpoints use the template %q (%s). %s\n\nReason: %v\n\n"+
			"Next: plan again. If the list still fails, look for endpoints with this template in the service's console "+
			"before you apply.", state.Name.ValueString(), state.ID.ValueString(), rollingUpdate, err))
}
