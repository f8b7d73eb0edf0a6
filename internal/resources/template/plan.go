package template

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// ModifyPlan warns of a change that rolls endpoints, and names them. Which
// changes roll is the service's business and has changed before: every change
// that is sent counts. It warns too of a replacement that endpoints are in the
// way of; pods are not, because they are replaced with their template.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.Client == nil || req.State.Raw.IsNull() || req.Plan.Raw.IsNull() || req.Plan.Raw.Equal(req.State.Raw) {
		return
	}
	var plan, state, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	secret, diags := framework.LoadSecretKeys(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if replaced := !plan.Category.Equal(state.Category) || !plan.IsServerless.Equal(state.IsServerless); replaced {
		r.warnInUse(ctx, plan, state, config, &resp.Diagnostics)
		return
	}
	if plan.toUpdate(state, secret, framework.StringsByKey(config.EnvWO)).IsEmpty() {
		return
	}
	endpoints, err := r.Client.EndpointsOf(ctx, state.ID.ValueString())
	if err != nil || len(endpoints) == 0 {
		return // A warning that cannot be made is no reason to refuse a plan.
	}
	names := make([]string, len(endpoints))
	for i, e := range endpoints {
		names[i] = fmt.Sprintf("%q (%s)", e.Name.Or(""), e.ID)
	}
	resp.Diagnostics.AddWarning("A change of a template rolls its endpoints", fmt.Sprintf(
		"The template %q is used by %d: %s. Their idle workers end at once, busy ones finish their job first, and new ones start cold.",
		state.Name.ValueString(), len(endpoints), strings.Join(names, ", ")))
}

// warnInUse warns of endpoints that keep the template from being replaced. A name
// made of a prefix is for create_before_destroy, under which they move over first.
func (r *Resource) warnInUse(ctx context.Context, plan, state, config model, diags *diag.Diagnostics) {
	if config.Name.IsNull() {
		return
	}
	endpoints, err := r.Client.EndpointsOf(ctx, state.ID.ValueString())
	if err != nil {
		return // A warning that cannot be made is no reason to refuse a plan.
	}
	users := make([]client.User, len(endpoints))
	for i, e := range endpoints {
		users[i] = client.User{Kind: client.UserEndpoint, ID: e.ID, Name: e.Name.Or("")}
	}
	framework.WarnInUse(entity, state.Name.ValueString(), users, !plan.Name.Equal(state.Name), diags)
}
