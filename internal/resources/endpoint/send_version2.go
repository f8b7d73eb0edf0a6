package endpoint

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// sendVersion2 does what send does over version 2. It gives the endpoint the settings of its template if these, or the
// endpoint's own, are not those applied last; and before a rename it detaches an endpoint that can share its template.
func (r *Resource) sendVersion2(
	ctx context.Context, plan, state model, change client.EndpointFields, req resource.UpdateRequest,
	resp *resource.UpdateResponse,
) (answer client.Endpoint, done bool) {
	diags, id := &resp.Diagnostics, state.ID.ValueString()
	answer = client.Endpoint{ID: id}
	owns, found := ownsTemplate(ctx, req.Private)
	diags.Append(found...)
	change, template := r.withTemplate(ctx, plan, state, change, owns, req, resp)
	if !diags.HasError() && isPresent(change.Name) && !owns {
		change = r.detachForRename(ctx, plan, state, change, template, resp)
	}
	if diags.HasError() {
		return answer, false
	}
	if client.IsEmpty(change) {
		return answer, true
	}
	answer, err := r.Client.Endpoints.Update(ctx, id, change)
	if err != nil {
		r.UpdateFailed(plan.Name, req.Plan, err).AddTo(diags)
		return answer, false
	}
	if isPresent(change.TemplateID) {
		diags.Append(r.markTemplate(ctx, resp.Private)...)
		diags.Append(appliedContainer(template, answer).save(ctx, resp.Private)...)
	}
	warnOfComputeType(plan, answer, diags)
	return answer, true
}

// withTemplate returns a change with the ID of the planned template if the endpoint lacks its settings, and without it
// if it has them. template has the settings if the provider has looked.
func (r *Resource) withTemplate(
	ctx context.Context, plan, state model, change client.EndpointFields, owns bool, req resource.UpdateRequest,
	resp *resource.UpdateResponse,
) (_ client.EndpointFields, template client.Optional[client.Container]) {
	record, found := loadContainer(ctx, req.Private)
	resp.Diagnostics.Append(found...)
	sends, detaches := isPresent(change.TemplateID), isPresent(change.Name) && !owns
	if !sends && !detaches && !plan.Version.IsUnknown() { // The plan has found no reason to look.
		return change, template
	}
	template = r.settingsOf(ctx, plan.TemplateID.ValueString())
	settings, known := template.Get()
	switch {
	case sends && known && record.allows(settings, state, owns):
		change.TemplateID = client.Optional[string]{}
		record.Template = record.digest(settings)
		resp.Diagnostics.Append(record.save(ctx, resp.Private)...)
	case !sends && known && record.lacks(settings):
		change.TemplateID = client.Some(plan.TemplateID.ValueString())
	}
	return change, template
}

// detachForRename detaches an endpoint that can share its template, and returns what of the change is left to send.
func (r *Resource) detachForRename(
	ctx context.Context, plan, state model, change client.EndpointFields, template client.Optional[client.Container],
	resp *resource.UpdateResponse,
) client.EndpointFields {
	wanted := plan.TemplateID.ValueString()
	bound := cmp.Or(state.TemplateID.ValueString(), wanted)
	answer, detached := r.detach(ctx, state.ID.ValueString(), bound, wanted, "rename", &resp.Diagnostics)
	if detached {
		change.TemplateID = client.Optional[string]{}
		resp.Diagnostics.Append(r.markTemplate(ctx, resp.Private)...)
		resp.Diagnostics.Append(appliedContainer(template, answer).save(ctx, resp.Private)...)
	}
	return change
}
