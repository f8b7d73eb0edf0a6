package endpoint

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// send sends a change, and reports whether it succeeded. Without a change it sends nothing, and the answer has the ID
// only.
func (r *Resource) send(
	ctx context.Context, plan, state model, change client.EndpointFields, req resource.UpdateRequest,
	resp *resource.UpdateResponse,
) (answer client.Endpoint, done bool) {
	id := state.ID.ValueString()
	answer = client.Endpoint{ID: id}
	if r.Version() > 1 {
		return r.sendVersion2(ctx, plan, state, change, req, resp)
	}
	if change = change.OverVersion1(); client.IsEmpty(change) {
		return answer, true
	}
	_, binds := change.TemplateID.Get()
	if binds { // Also if the answer is lost.
		resp.Diagnostics.Append(r.markTemplate(ctx, resp.Private)...)
	}
	answer, err := r.Client.Endpoints.Update(ctx, id, change)
	if err != nil {
		r.UpdateFailed(plan.Name, req.Plan, err).AddTo(&resp.Diagnostics)
		return answer, false
	}
	if binds {
		resp.Diagnostics.Append(containerRecord{}.save(ctx, resp.Private)...)
	}
	warnOfComputeType(plan, answer, &resp.Diagnostics)
	return answer, true
}

// sendVersion2 does what send does over version 2. It gives the endpoint the settings of its template if these, or the
// endpoint's own, are not those applied last. Before a rename, or a change of container settings, it detaches an
// endpoint that can share its template. After a write that can have replaced the workers, the answer has the version.
func (r *Resource) sendVersion2(
	ctx context.Context, plan, state model, change client.EndpointFields, req resource.UpdateRequest,
	resp *resource.UpdateResponse,
) (answer client.Endpoint, done bool) {
	diags, id := &resp.Diagnostics, state.ID.ValueString()
	answer = client.Endpoint{ID: id}
	owns, found := ownsTemplate(ctx, req.Private)
	diags.Append(found...)
	record, found := loadContainer(ctx, req.Private)
	diags.Append(found...)
	imported, found := framework.Imported(ctx, req.Private)
	diags.Append(found...)
	change, template, err := r.withTemplate(ctx, plan, state, change, copied{record, owns, imported}, resp)
	if err != nil {
		r.UpdateFailed(plan.Name, req.Plan, err).AddTo(diags)
		return answer, false
	}
	what := touchesTemplate(change)
	var reached client.Optional[int64]
	if isPresent(change.TemplateID) && what == "" && !owns {
		reached = r.dropReached(ctx, state, &change, template, resp.Private, diags)
	}
	rolls, detached := !rollingOf(plan, change).isEmpty(), false
	if !diags.HasError() && what != "" && !owns {
		d := detachment{state: state, bound: state.TemplateID.ValueString(), from: plan.TemplateID.ValueString(),
			what: what, seen: record}
		d.bound, d.from = cmp.Or(d.bound, d.from), cmp.Or(d.from, d.bound)
		change, detached = r.detachFirst(ctx, d, change, template, resp)
	}
	if diags.HasError() {
		return answer, false
	}
	if !client.IsEmpty(change) {
		change = r.withOwnCUDA(ctx, state, change)
		if answer, err = r.Client.Endpoints.Update(ctx, id, change); err != nil {
			r.UpdateFailed(plan.Name, req.Plan, err).AddTo(diags)
			return answer, false
		}
		warnOfComputeType(plan, answer, diags)
	}
	r.recordSent(ctx, change, template, answer, resp)
	switch {
	case (rolls || detached) && plan.Version.IsUnknown():
		answer.Version = r.versionAfter(ctx, id)
	case isPresent(reached):
		answer.Version = reached
	}
	return answer, true
}

// recordSent records in private state what an update over version 2 did to the container settings.
func (r *Resource) recordSent(
	ctx context.Context, change client.EndpointFields, template client.Optional[client.Container],
	answer client.Endpoint, resp *resource.UpdateResponse,
) {
	switch {
	case isPresent(change.TemplateID):
		resp.Diagnostics.Append(r.markTemplate(ctx, resp.Private)...)
		resp.Diagnostics.Append(appliedContainer(template, answer).save(ctx, resp.Private)...)
	case !change.Settings().IsZero():
		none := client.Optional[client.Container]{}
		resp.Diagnostics.Append(appliedContainer(none, answer).save(ctx, resp.Private)...)
	}
}

// touchesTemplate returns what an update does that reaches a template to which the endpoint is bound; empty if it does
// not. An update with a templateId gives the endpoint a copy first.
func touchesTemplate(change client.EndpointFields) string {
	switch {
	case isPresent(change.Name):
		return "rename"
	case !change.Settings().IsZero():
		return "change"
	default:
		return ""
	}
}

// copied has the facts of private state about the template's settings that an endpoint has.
type copied struct {
	containerRecord
	owns     bool // the endpoint has a copy of its own
	imported bool
}

// withTemplate returns a change with the ID of the planned template if the endpoint lacks its settings, and without it
// if it has them. template has the settings if the provider has looked. It fails if the provider has to look and
// cannot: the plan may have announced that the endpoint gets the settings, or that it keeps its workers. A template
// that is gone changes no endpoint.
func (r *Resource) withTemplate(
	ctx context.Context, plan, state model, change client.EndpointFields, c copied, resp *resource.UpdateResponse,
) (_ client.EndpointFields, template client.Optional[client.Container], err error) {
	if plan.hasOwnContainer() {
		return change, template, nil
	}
	sends, detaches := isPresent(change.TemplateID), isPresent(change.Name) && !c.owns
	if !sends && !detaches && !plan.Version.IsUnknown() { // The plan has found no reason to look.
		return change, template, nil
	}
	template, err = r.settingsOf(ctx, plan.TemplateID.ValueString())
	if err != nil && !client.IsOwnNotFound(err) && !client.IsOwnForbidden(err) {
		return change, template, fmt.Errorf("the template %s: %w", plan.TemplateID.ValueString(), err)
	}
	settings, known := template.Get()
	switch {
	case sends && known && c.allows(settings, state, c.owns, c.imported):
		change.TemplateID = client.Optional[string]{}
		c.Template = c.Template.with(c.digest(settings))
		resp.Diagnostics.Append(c.save(ctx, resp.Private)...)
	case !sends && known && c.lacks(settings):
		change.TemplateID = client.Some(plan.TemplateID.ValueString())
	}
	return change, template, nil
}

// detachFirst detaches an endpoint that can share its template, and returns what of the change is left to send.
// template has the settings of the template to copy if the provider has looked.
func (r *Resource) detachFirst(
	ctx context.Context, d detachment, change client.EndpointFields, template client.Optional[client.Container],
	resp *resource.UpdateResponse,
) (_ client.EndpointFields, detached bool) {
	answer, detached := r.detach(ctx, d, &resp.Diagnostics)
	if detached {
		change.TemplateID = client.Optional[string]{}
		if !resp.Diagnostics.HasError() { // Without the proof, the next apply detaches again.
			resp.Diagnostics.Append(r.markTemplate(ctx, resp.Private)...)
		}
		resp.Diagnostics.Append(appliedContainer(template, answer).save(ctx, resp.Private)...)
	}
	return change, detached
}
