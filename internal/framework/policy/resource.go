package policy

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Input is what a create, an update or a plan has of an object.
type Input[M any] struct {
	// Plan, State and Config are models; zero where there is none.
	Plan, State, Config M
	Record
}

func inputOf[M any](
	ctx context.Context, plan tfsdk.Plan, state tfsdk.State, config tfsdk.Config, diags *diag.Diagnostics,
) (in Input[M]) {
	if !plan.Raw.IsNull() {
		diags.Append(plan.Get(ctx, &in.Plan)...)
	}
	if !state.Raw.IsNull() {
		diags.Append(state.Get(ctx, &in.State)...)
	}
	if !config.Raw.IsNull() {
		diags.Append(config.Get(ctx, &in.Config)...)
	}
	return in
}

// Resource is the part of a resource with policies that is the same for every entity. Embed it. M is the model: a
// struct with tfsdk tags, among them id, name, name_prefix and timeouts.
type Resource[T, M any] struct {
	framework.EntityResource[T]
	framework.Reads[M]
	framework.Rules[M]
	Table Table
	// OnCreate creates the object, and OnUpdate changes it: the plan has the name to send. They return the model after
	// the answer; ok is false after an error. request is the context of the CLI's request; bounded ends with the timeout.
	OnCreate func(request, bounded context.Context, in Input[M], resp *resource.CreateResponse) (made M, ok bool)
	OnUpdate func(request, bounded context.Context, in Input[M], resp *resource.UpdateResponse) (changed M, ok bool)
	// OnPlan completes the plan of a create or a change, after Table.Plan, which can have added errors.
	OnPlan func(
		ctx context.Context, in Input[M], verdict Verdict, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse)
	// OnPlanOfDelete warns of what a delete loses. Nil: of nothing.
	OnPlanOfDelete func(state M, diags *diag.Diagnostics)
}

// Policies returns the policies of the attributes.
func (r *Resource[T, M]) Policies() Table { return r.Table }

// Versions implements framework.Versioned.
func (r *Resource[T, M]) Versions() framework.VersionTable { return r.Table.Versions }

// Create implements resource.Resource.
func (r *Resource[T, M]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	in := inputOf[M](ctx, req.Plan, tfsdk.State{}, req.Config, &resp.Diagnostics)
	limit, _ := framework.Attributes(in.Plan)["timeouts"].(timeouts.Value)
	bounded, cancel := framework.WithTimeout(ctx, limit.Create, r.Timeouts.Create, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	in.Plan = named(in.Plan)
	if made, ok := r.OnCreate(ctx, bounded, in, resp); ok {
		r.SaveCreated(ctx, idOf(made), made, req, resp)
	}
}

// Update implements resource.Resource.
func (r *Resource[T, M]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	in := inputOf[M](ctx, req.Plan, req.State, req.Config, &resp.Diagnostics)
	limit, _ := framework.Attributes(in.Plan)["timeouts"].(timeouts.Value)
	bounded, cancel := framework.WithTimeout(ctx, limit.Update, r.Timeouts.Update, &resp.Diagnostics)
	defer cancel()
	var found diag.Diagnostics
	in.Record, found = Load(ctx, req.Private)
	resp.Diagnostics.Append(found...)
	r.RefuseOlder(ctx, req.Private, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	in.Plan = named(in.Plan)
	if changed, ok := r.OnUpdate(ctx, bounded, in, resp); ok {
		r.SaveUpdated(ctx, idOf(changed), changed, req, resp)
	}
}

// ModifyPlan implements resource.ResourceWithModifyPlan.
func (r *Resource[T, M]) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	if r.RefusesPlan(ctx, req, resp) {
		return
	}
	verdict := r.Table.Plan(ctx, r.Version(), req, resp)
	in := inputOf[M](ctx, resp.Plan, req.State, req.Config, &resp.Diagnostics)
	in.Record = verdict.Record
	if !req.Plan.Raw.IsNull() {
		r.OnPlan(ctx, in, verdict, req, resp)
		return
	}
	r.Protected(ctx, req.State, &resp.Diagnostics).RefusePlannedDelete(&resp.Diagnostics)
	if r.OnPlanOfDelete != nil {
		r.OnPlanOfDelete(in.State, &resp.Diagnostics)
	}
}

func idOf[M any](model M) string {
	id, _ := framework.Attributes(model)["id"].(types.String)
	return id.ValueString()
}

// named returns a plan with the name to send.
func named[M any](plan M) M {
	values := framework.Attributes(plan)
	name, _ := values["name"].(types.String)
	prefix, _ := values[framework.NamePrefixAttribute].(types.String)
	values["name"] = framework.NameOf(name, prefix)
	return framework.WithAttributes(plan, values)
}
