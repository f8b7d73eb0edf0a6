package job

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// ModifyPlan decides whether a change runs a new job: if another submission would be sent, or if a trigger changes.
// Everything else changes in place, and submits nothing. An update waits for a job that has to complete: see
// model.waits.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state model
	if req.State.Raw.IsNull() {
		framework.NeedQueueURL(r.Client, "run the job", &resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if req.Plan.Raw.IsNull() {
		if !state.done() { // The delete would cancel it.
			r.Run.CheckAddress(ctx, entity, state.ID.ValueString(), req.Private, &resp.Diagnostics)
		}
		return
	}
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.RequiresReplace = newJobReasons(ctx, plan, state, imported, &resp.Diagnostics)
	if len(resp.RequiresReplace) > 0 || plan.waits(state) || plan.fetches(state) {
		framework.NeedQueueURL(r.Client, "run the job", &resp.Diagnostics)
	}
	if len(resp.RequiresReplace) > 0 || resp.Diagnostics.HasError() {
		return
	}
	if equalJSON(ctx, plan.Input, state.Input, &resp.Diagnostics) {
		plan.Input = state.Input // Core allows the state's spelling, and then there is nothing to update.
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan.after(state))...)
}

// after returns the plan of a change in place, with what the apply can find out unknown.
func (m model) after(state model) model {
	m.apiModel = state.apiModel
	switch {
	case m.waits(state) && (!state.done() || m.fetches(state)):
		m.apiModel = state.unknown()
	case m.fetches(state): // The rest stays known: the triggers of other jobs can name it.
		m.Output, m.Error = types.StringUnknown(), types.StringUnknown()
	case m.waits(state): // It has ended otherwise than it should, and something has to change for the apply to fail.
		m.Error = types.StringUnknown()
	}
	switch {
	case m.StoreOutput.IsUnknown():
		m.Output = types.StringUnknown()
	case !m.StoreOutput.ValueBool():
		m.Output = types.StringNull()
	}
	return m
}

// newJobReasons lists the attributes whose change runs a new job. An unknown value can be another one, and counts as a
// change. What an import left null, because the service never returns it, is taken from the configuration instead.
func newJobReasons(ctx context.Context, plan, state model, imported bool, diags *diag.Diagnostics) []path.Path {
	var reasons []path.Path
	var adopted []string
	differ := func(name string, was attr.Value, differs bool) {
		switch {
		case !differs:
		case imported && was.IsNull():
			adopted = append(adopted, name)
		default:
			reasons = append(reasons, path.Root(name))
		}
	}
	if imported && !plan.EndpointID.Equal(state.EndpointID) {
		diags.AddAttributeError(path.Root("endpoint_id"), "The imported job belongs to another endpoint", fmt.Sprintf(
			"The job %s was imported from the endpoint %s, and endpoint_id is %s. Another endpoint_id needs a new job, and an "+
				"import never runs one.\n\n"+
				"Next: correct the import ID or endpoint_id. If this plan creates or replaces the endpoint, remove the import "+
				"block: the apply then runs a new job.", state.ID.ValueString(), state.EndpointID.ValueString(), plan.EndpointID))
		return nil
	}
	differ("endpoint_id", state.EndpointID, !plan.EndpointID.Equal(state.EndpointID))
	differ("input", state.Input, !plan.Input.Equal(state.Input) && !equalJSON(ctx, plan.Input, state.Input, diags))
	differ("input_wo_version", state.InputWOVersion, !plan.InputWOVersion.Equal(state.InputWOVersion))
	differ("policy", state.Policy, !framework.IsKnown(plan.Policy) || effectivePolicy(plan) != effectivePolicy(state))
	differ("webhook", state.Webhook, !plan.Webhook.Equal(state.Webhook))
	planned, was := s3ConfigOf(plan.S3Config), s3ConfigOf(state.S3Config)
	differ("s3_config", state.S3Config, plan.S3Config.IsUnknown() ||
		plan.S3Config.IsNull() != state.S3Config.IsNull() ||
		planned.BucketName != was.BucketName || planned.EndpointURL != was.EndpointURL)
	triggered := !plan.Triggers.Equal(state.Triggers) && len(plan.Triggers.Elements())+
		len(state.Triggers.Elements()) > 0
	differ("triggers", state.Triggers, triggered || !framework.IsKnown(plan.Triggers))
	framework.WarnAdopted(framework.Object{Entity: entity, ID: state.ID.ValueString()}, adopted, diags)
	return reasons
}

// equalJSON reports whether two texts are the same JSON: spaces and the order of members mean nothing.
func equalJSON(ctx context.Context, a, b types.String, diags *diag.Diagnostics) bool {
	if a.IsNull() || a.IsUnknown() || b.IsNull() {
		return a.Equal(b)
	}
	same, found := jsontypes.NewNormalizedValue(a.ValueString()).StringSemanticEquals(ctx,
		jsontypes.NewNormalizedValue(b.ValueString()))
	diags.Append(found...)
	return same
}
