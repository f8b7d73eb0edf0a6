package containerregistryauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/planmodifiers"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/shortanswers"
)

// planShape is what a plan of an unchanged login does not depend on: what nothing below, and no plan modifier, compares
// with anything but itself.
var planShape = shortanswers.PlanShape[model]{
	Unseen: []string{"id", "name", "username", "password"},
}

// ModifyPlan warns of a replacement that templates and pods are in the way of. A name made of a prefix is for
// create_before_destroy, under which they move over first.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	defer func() { framework.JoinAdopted(entity.Name, req.State, &resp.Diagnostics) }()
	if r.Client == nil || req.State.Raw.IsNull() || req.Plan.Raw.IsNull() || req.Plan.Raw.Equal(req.State.Raw) {
		return
	}
	var plan, state, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() || config.Name.IsNull() || !replaces(plan, state, imported) {
		return
	}
	users, err := r.Client.ContainerRegistryAuths.Users(ctx, state.ID.ValueString())
	if err != nil && len(users) == 0 {
		return // A warning that cannot be made is no reason to refuse a plan.
	}
	framework.WarnInUse(entity.Name, state.Name.ValueString(), users, !plan.Name.Equal(state.Name), &resp.Diagnostics)
}

// replaces reports whether an attribute replaces the login, as its plan modifier sees it: ModifyPlan is not told.
func replaces(plan, state model, imported bool) bool {
	if planmodifiers.ReplacesIfChanged(plan.Name, state.Name) {
		return true
	}
	for _, a := range []struct{ planned, was attr.Value }{
		{plan.Username, state.Username}, {plan.Password, state.Password},
		{plan.PasswordWOVersion, state.PasswordWOVersion},
	} {
		if !a.planned.Equal(a.was) && !planmodifiers.Adopts(a.was.IsNull(), imported, false) {
			return true
		}
	}
	return false
}
