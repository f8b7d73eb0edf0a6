package endpoint

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// sendVersion2 does what send does over version 2. It gives the endpoint the settings of its template if these, or the
// endpoint's own, are not those applied last; and before a rename it detaches an endpoint that can share its template.
//
//nolint:gocyclo // The order of its steps is the point.
func (r *Resource) sendVersion2(
	ctx context.Context, plan, state model, change client.EndpointFields, req resource.UpdateRequest,
	resp *resource.UpdateResponse,
) (answer client.Endpoint, done bool) {
	diags, id := &resp.Diagnostics, state.ID.ValueString()
	record, found := loadContainer(ctx, req.Private)
	diags.Append(found...)
	owns, found := ownsTemplate(ctx, req.Private)
	diags.Append(found...)
	if diags.HasError() {
		return answer, false
	}
	wanted := plan.TemplateID.ValueString()
	_, sends := change.TemplateID.Get()
	_, renames := change.Name.Get()
	var template client.Optional[client.Container]
	if sends || renames && !owns || plan.Version.IsUnknown() { // Else the plan has found no reason to look.
		template = r.settingsOf(ctx, wanted)
	}
	settings, known := template.Get()
	if sends && known && record.allows(settings, state, owns) {
		change.TemplateID = client.Optional[string]{}
		record.Template = record.digest(settings)
		diags.Append(record.save(ctx, resp.Private)...)
	} else if !sends && known && record.lacks(settings) {
		change.TemplateID = client.Some(wanted)
	}
	answer = client.Endpoint{ID: id}
	if renames && !owns {
		bound := state.TemplateID.ValueString()
		if bound == "" {
			bound = wanted
		}
		detached, isDetached := r.detach(ctx, id, bound, wanted, "rename", diags)
		if isDetached {
			change.TemplateID = client.Optional[string]{}
			diags.Append(r.markTemplate(ctx, resp.Private)...)
			diags.Append(appliedContainer(template, detached).save(ctx, resp.Private)...)
		}
		if diags.HasError() {
			return answer, false
		}
	}
	if client.IsEmpty(change) {
		return answer, true
	}
	answer, err := r.Client.Endpoints.Update(ctx, id, change)
	if err != nil {
		r.UpdateFailed(plan.Name, req.Plan, err).AddTo(diags)
		return answer, false
	}
	if _, sent := change.TemplateID.Get(); sent {
		diags.Append(r.markTemplate(ctx, resp.Private)...)
		diags.Append(appliedContainer(template, answer).save(ctx, resp.Private)...)
	}
	warnOfComputeType(plan, answer, diags)
	return answer, true
}
