package template

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/planmodifiers"
)

// planShape is what a plan of an unchanged template does not depend on: what nothing below, and no plan modifier,
// compares with anything but itself.
var planShape = framework.PlanShape[model]{
	Unseen: []string{
		"id", "name", "image_name", "container_registry_auth_id", "docker_entrypoint", "docker_start_cmd", "env",
		"ports", "readme", "config_hash", "earned", "runtime_in_min",
	},
	UnseenPrivate: []string{framework.AppliedConfigKey},
	Meaning:       planMeaning,
}

// planMeaning is ok if the state has the configuration that was applied last: then the plan keeps config_hash.
func planMeaning(ctx context.Context, state model, private framework.PrivateReader) (meaning string, ok bool) {
	applied, diags := framework.AppliedConfig(ctx, private)
	return "", !diags.HasError() && (applied == "" || state.hasDigest(applied, state))
}

// ModifyPlan plans config_hash. It warns of a change that rolls endpoints, and of a replacement that endpoints are in
// the way of; pods are not, because they are replaced with their template.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	defer func() { framework.JoinAdopted(entity.Name, req.State, &resp.Diagnostics) }()
	var plan, state, config model
	if req.Plan.Raw.IsNull() {
		r.Protected(ctx, req.State, &resp.Diagnostics).RefusePlannedDelete(&resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if req.State.Raw.IsNull() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("config_hash"), plan.digest())...)
		return
	}
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	secret, diags := framework.LoadSecretKeys(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	applied, diags := framework.AppliedConfig(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	notReturned.KeepNull(ctx, imported, req, resp)
	if secret.IsLeftOut() && !framework.AsksForEnv(config.Env, config.EnvWO) {
		framework.NotReturned{"env": framework.IsSent}.KeepNull(ctx, false, req, resp)
	}
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	// What is sent of a plan: nothing of variables that the service has, although an import left them out.
	sent, hasLeftOut := plan, r.hasLeftOut(ctx, plan, state, config, secret)
	if hasLeftOut {
		sent.Env, sent.EnvWOVersion = state.Env, state.EnvWOVersion
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("config_hash"),
		sent.configHash(state, config, applied, secret))...)
	replaced := planmodifiers.ReplacesIfChanged(plan.Category, state.Category) ||
		planmodifiers.ReplacesIfChanged(plan.IsServerless, state.IsServerless)
	if replaced {
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacement(plan.DeletionProtection, &resp.Diagnostics)
	}
	if !replaced && !state.ContainerRegistryAuthID.Equal(plan.ContainerRegistryAuthID) {
		r.Moves.Leave(state.ID.ValueString(), state.ContainerRegistryAuthID.ValueString())
	}
	if r.Client == nil || resp.Diagnostics.HasError() {
		return
	}
	change := sent.toUpdate(state, imported, secret, framework.StringsByKey(config.EnvWO))
	variables := framework.DescribeEnvChange(state.Env, sent.Env, config.EnvWO)
	if secret.IsLeftOut() && state.Env.IsNull() && !sent.Env.IsNull() {
		variables = framework.DescribeEnvTakenOver(plan.Env)
	}
	warned := false
	switch {
	// A name made of a prefix is for create_before_destroy, under which endpoints move over first.
	case replaced && config.Name.IsNull():
		warned = r.warnOfRolling(ctx, state, "Replacing a template rolls its endpoints", variables, &resp.Diagnostics)
	case replaced:
		r.warnInUse(ctx, plan, state, &resp.Diagnostics)
	case rolls(change), sent.digestWith(sent.ContainerRegistryAuthID).IsUnknown():
		warned = r.warnOfRolling(ctx, state, "A change of a template rolls its endpoints", variables, &resp.Diagnostics)
	}
	if !warned {
		framework.WarnEnvChange(entity.Name, strconv.Quote(state.Name.ValueString()), variables, &resp.Diagnostics)
	}
}

// warnOfRolling names the endpoints that get a rolling update, and the changes of their variables. It reports whether
// it warned.
func (r *Resource) warnOfRolling(
	ctx context.Context, state model, summary, variables string, diags *diag.Diagnostics,
) bool {
	endpoints, err := r.Client.EndpointsOf(ctx, state.ID.ValueString())
	if err != nil || len(endpoints) == 0 {
		return false // A warning that cannot be made is no reason to refuse a plan.
	}
	names := make([]string, len(endpoints))
	for i, e := range endpoints {
		names[i] = fmt.Sprintf("%q (%s)", e.Name.Or(""), e.ID)
	}
	detail := fmt.Sprintf("The template %q is used by %d: %s. Their idle workers end at once, busy ones finish their "+
		"job first, and new ones start cold.",
		state.Name.ValueString(), len(endpoints), strings.Join(names, ", "))
	if variables != "" {
		detail += " Of their environment variables, the plan " + variables + "."
	}
	diags.AddWarning(summary, detail)
	return true
}

// warnInUse warns of endpoints that keep the template from being replaced.
func (r *Resource) warnInUse(ctx context.Context, plan, state model, diags *diag.Diagnostics) {
	endpoints, err := r.Client.EndpointsOf(ctx, state.ID.ValueString())
	if err != nil {
		return // A warning that cannot be made is no reason to refuse a plan.
	}
	users := make([]client.User, len(endpoints))
	for i, e := range endpoints {
		users[i] = client.User{Kind: client.UserEndpoint, ID: e.ID, Name: e.Name.Or("")}
	}
	framework.WarnInUse(entity.Name, state.Name.ValueString(), users, !plan.Name.Equal(state.Name), diags)
}
