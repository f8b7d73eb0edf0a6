package endpoint

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// send sends a change, and reports whether it succeeded. Without a change it sends nothing, and the answer has the ID
// only.
func (r *Resource) send(
	ctx context.Context, plan, state model, change api.EndpointFields, req resource.UpdateRequest,
	resp *resource.UpdateResponse,
) (answer api.Endpoint, done bool) {
	id := state.ID.ValueString()
	answer = api.Endpoint{ID: id}
	if r.Version() > 1 {
		return r.sendVersion2(ctx, plan, state, change, req, resp)
	}
	if change = change.OverVersion1(); members.IsEmpty(change) {
		return answer, true
	}
	answer, err := r.Client.Endpoints.Update(ctx, id, change)
	if err != nil {
		r.UpdateFailed(plan.Name, err).AddTo(&resp.Diagnostics)
		return answer, false
	}
	warnOfComputeType(plan, answer, &resp.Diagnostics)
	return answer, true
}

// sendVersion2 does what send does over version 2. Before a rename, or a change of container settings, it detaches the
// endpoint. After a write that can have replaced the workers, the answer has the version.
func (r *Resource) sendVersion2(
	ctx context.Context, plan, state model, change api.EndpointFields, req resource.UpdateRequest,
	resp *resource.UpdateResponse,
) (answer api.Endpoint, done bool) {
	diags, id := &resp.Diagnostics, state.ID.ValueString()
	answer = api.Endpoint{ID: id}
	imported, found := framework.Imported(ctx, req.Private)
	diags.Append(found...)
	change = r.withTemplate(ctx, plan, state, change, imported)
	template, named := change.TemplateID.Get()
	if what := touchesTemplate(change); what != "" {
		from := cmp.Or(plan.TemplateID.ValueString(), state.TemplateID.ValueString())
		if r.detach(ctx, detachment{state, from, what}, diags) {
			change.TemplateID = members.Optional[string]{}
		}
	}
	if diags.HasError() {
		return answer, false
	}
	if !members.IsEmpty(change) {
		change = r.withOwnCUDA(ctx, state, change)
		var err error
		if answer, err = r.Client.Endpoints.Update(ctx, id, change); err != nil {
			r.UpdateFailed(plan.Name, err).AddTo(diags)
			return answer, false
		}
		warnOfComputeType(plan, answer, diags)
		if named {
			r.warnOfDifferences(ctx, answer, template, diags)
		}
	}
	if plan.Version.IsUnknown() {
		answer.Version = r.versionAfter(ctx, id)
	}
	return answer, true
}

// touchesTemplate returns what an update does that reaches a template to which the endpoint is bound; empty if it does
// not. An update with a templateId gives the endpoint a copy first.
func touchesTemplate(change api.EndpointFields) string {
	switch {
	case isPresent(change.Name):
		return "rename"
	case !change.Settings().IsZero():
		return "change"
	default:
		return ""
	}
}
