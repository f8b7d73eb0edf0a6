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

// ModifyPlan decides whether a change runs a new job: if another submission would be sent, if a trigger changes, or if
// the last update waited for a job that failed. Everything else changes in place, without a request. An update
// continues a wait that did not end, and gives a verdict that is missing.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	defer func() { framework.JoinAdopted(entity, req.State, &resp.Diagnostics) }()
	if req.Plan.Raw.IsNull() {
		return
	}
	framework.NeedQueueURL(r.Client, "run the job", &resp.Diagnostics)
	if req.State.Raw.IsNull() || resp.Diagnostics.HasError() {
		return
	}
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	record, diags := loadWaitRecord(ctx, req.Private, state)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if reasons := newJobReasons(ctx, plan, state, imported, &resp.Diagnostics); len(reasons) > 0 ||
		resp.Diagnostics.HasError() {
		resp.RequiresReplace = append(resp.RequiresReplace, reasons...)
		return
	}
	if equalJSON(ctx, plan.Input, state.Input, &resp.Diagnostics) {
		plan.Input = state.Input // Core allows the state's spelling, and then there is nothing to update.
	}
	var replaces bool
	if plan.apiModel, replaces = plan.judged(state, record); replaces {
		resp.RequiresReplace = append(resp.RequiresReplace, path.Root("status"))
	}
	plan.Output = plan.plannedOutput(state)
	if state.redactedError() && !plan.Status.IsUnknown() && plan.InputWOVersion.IsNull() {
		plan.Error = types.StringUnknown()
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
}

// judged returns what the plan has of the job: what the state has, or unknown values if the apply gives a verdict on
// the job. replaces reports whether the apply runs a new job, because the last update waited for one that failed.
func (m model) judged(state model, record waitRecord) (planned apiModel, replaces bool) {
	onFailure := m.OnFailure.ValueString() // Empty if it is unknown: Update decides then.
	if record.Status == waitFailed && onFailure != onFailureKeep {
		return state.unknown(), true // Core replaces only for an attribute that differs.
	}
	waits := m.WaitForCompletion.IsUnknown() || m.WaitForCompletion.ValueBool()
	if waits && record.pending(state, onFailure) {
		return state.unknown(), false
	}
	return state.apiModel, false
}

// plannedOutput returns the output to plan, given the other planned values.
func (m model) plannedOutput(state model) types.String {
	storesNow := m.StoreOutput.ValueBool() && !state.StoreOutput.ValueBool()
	switch {
	case m.Status.IsUnknown() && m.StoreOutput.ValueBool():
		return m.Output
	case storesNow && state.Status.ValueString() != expired:
		return types.StringUnknown() // The service may still have it: see Update.
	case !m.StoreOutput.ValueBool():
		return types.StringNull()
	default:
		return m.Output
	}
}

// redactedError reports whether the state has no error only because the job was imported: see model.redactError.
func (m model) redactedError() bool {
	return m.StoreOutput.IsNull() && !m.Error.IsNull() && !m.isExpired()
}

// newJobReasons lists the attributes whose change runs a new job. An unknown value can be another one, and counts as a
// change. What an import left null, because the service never returns it, is taken from the configuration instead.
func newJobReasons(ctx context.Context, plan, state model, imported bool, diags *diag.Diagnostics) []path.Path {
	var reasons []path.Path
	differ := func(name string, was attr.Value, differs bool) {
		switch {
		case !differs:
		case imported && was.IsNull():
			framework.WarnAdopted(path.Root(name), "runs a new job", diags)
		default:
			reasons = append(reasons, path.Root(name))
		}
	}
	if imported && !plan.EndpointID.Equal(state.EndpointID) {
		why, next := fmt.Sprintf("is %s. Another endpoint_id needs a new job, and an import never runs one.",
			plan.EndpointID), "correct the import ID or endpoint_id."
		if plan.EndpointID.IsUnknown() {
			why = "is unknown until the apply, as the ID of an endpoint that this plan creates or replaces. A new endpoint " +
				"has no job to import."
			next = "remove the import block. The apply then runs a new job."
		}
		diags.AddAttributeError(path.Root("endpoint_id"), "The imported job belongs to another endpoint", fmt.Sprintf(
			"The job %s was imported from the endpoint %s, and endpoint_id %s\n\nNext: %s",
			state.ID.ValueString(), state.EndpointID.ValueString(), why, next))
		return nil
	}
	differ("endpoint_id", state.EndpointID, !plan.EndpointID.Equal(state.EndpointID))
	differ("input", state.Input, !plan.Input.Equal(state.Input) && !equalJSON(ctx, plan.Input, state.Input, diags))
	differ("input_wo_version", state.InputWOVersion, !plan.InputWOVersion.Equal(state.InputWOVersion))
	differ("policy", state.Policy, hasUnknown(ctx, plan.Policy) ||
		policyOf(plan.Policy).effective() != policyOf(state.Policy).effective())
	differ("webhook", state.Webhook, !plan.Webhook.Equal(state.Webhook))
	planned, was := s3ConfigOf(plan.S3Config), s3ConfigOf(state.S3Config)
	differ("s3_config", state.S3Config, plan.S3Config.IsUnknown() ||
		plan.S3Config.IsNull() != state.S3Config.IsNull() ||
		!planned.BucketName.Equal(was.BucketName) || !planned.EndpointURL.Equal(was.EndpointURL))
	triggered := !plan.Triggers.Equal(state.Triggers) && len(plan.Triggers.Elements())+
		len(state.Triggers.Elements()) > 0
	differ("triggers", state.Triggers, triggered || hasUnknown(ctx, plan.Triggers))
	return reasons
}

// hasUnknown reports whether a value, or anything in it, is unknown.
func hasUnknown(ctx context.Context, value attr.Value) bool {
	raw, err := value.ToTerraformValue(ctx)
	return err == nil && !raw.IsFullyKnown()
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
