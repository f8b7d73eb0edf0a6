package endpoint

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Over version 2, the delete or rename of an endpoint is one of the template that it is bound to as well, which others
// can share, and a change of container settings can write to that template (contract-v2 5.3). No answer shows what an
// endpoint is bound to, and another client can bind it at any time. So before each of the three, the provider sends a
// template's ID, for which the service gives the endpoint a copy, and looks whether the template kept its name.

// detachment is what the provider is about to do to an endpoint: delete, rename or change it. template is the one to
// copy, which the state or the plan has; empty for none.
type detachment struct {
	state          model
	template, what string
}

func (d detachment) id() string { return d.state.ID.ValueString() }

// detach gives an endpoint a copy of a template, and reports whether it did. Of an endpoint that is gone it says
// nothing: the caller finds that out.
func (r *Resource) detach(ctx context.Context, d detachment, diags *diag.Diagnostics) (detached bool) {
	detached, err := r.giveCopy(ctx, d)
	if r.isGone(ctx, d.id(), err) {
		return false
	}
	if err == nil {
		return detached
	}
	next := "check the template, and apply again."
	if d.state.TemplateID.IsNull() {
		next = "set template_id to the template of the endpoint, in place of image_name and the other container settings. " +
			"Apply that. Then " + d.what + " the endpoint."
	}
	diags.AddAttributeError(path.Root(templateID), "Cannot "+d.what+" endpoint: its template may be shared", fmt.Sprintf(
		"The endpoint %q (%s) can share its template with others. To %[3]s it over version 2 of the management interface "+
			"would %[3]s that template too, so the provider first gives it a copy. That failed, and the provider sent nothing "+
			"more. To stop the bill at once, set workers_max = 0 and apply.\n\nReason: %[4]s\n\nNext: %[5]s",
		d.state.Name.ValueString(), d.id(), d.what, err, next))
	return detached
}

// giveCopy sends the ID of the known template. Without one, or if that of the state is gone or refused, the settings
// decide: an endpoint that no template can have bound needs no copy. Before a delete, a copy of any template does.
func (r *Resource) giveCopy(ctx context.Context, d detachment) (detached bool, err error) {
	var refusal error
	if d.template != "" {
		detached, refusal = r.copyTemplate(ctx, d, d.template)
		if detached || !d.leavesOpen(refusal) {
			return detached, refusal
		}
	}
	same, all, endpoint, err := r.canBind(ctx, d)
	if err != nil {
		return false, err
	}
	unfit := func(t api.Template) bool {
		return t.ID == d.template || d.what != "delete" && !hasSettings(endpoint, t.Container(), false)
	}
	if fit := slices.DeleteFunc(slices.Concat(same, all), unfit); len(fit) > 0 {
		detached, refusal = r.copyTemplate(ctx, d, fit[0].ID)
		if detached || !transport.IsRefused(refusal) {
			return detached, refusal
		}
	}
	if len(same) == 0 { // Lists can lack the template that it is bound to, and no copy of another one was possible.
		return false, nil
	}
	can := "it can have one of these templates: " + named(same)
	if refusal != nil {
		return false, fmt.Errorf("%w; %s", refusal, can)
	}
	return false, errors.New("the service does not show all its settings, so " + can)
}

// leavesOpen reports whether the settings decide after the copy of the known template failed. The plan's template has
// no other one in its place.
func (d detachment) leavesOpen(err error) bool {
	return d.template == d.state.TemplateID.ValueString() && (transport.IsRefused(err) || errors.Is(err, errNoTemplate))
}

// errNoTemplate is in the error of copyTemplate if no such template exists; the endpoint may not exist either.
var errNoTemplate = errors.New("no such template")

// copyTemplate gives the endpoint a copy of a template, and looks whether the template kept its name.
func (r *Resource) copyTemplate(ctx context.Context, d detachment, id string) (detached bool, err error) {
	before, err := r.Client.Templates.Get(ctx, id)
	if transport.IsNotFound(err) {
		before, err = r.Client.Templates.Get(ctx, id) // A single 404 can be wrong.
	}
	if transport.IsOwnNotFound(err) {
		return false, fmt.Errorf("%w: %w", errNoTemplate, err)
	}
	if err != nil {
		return false, err
	}
	_, err = r.Client.Endpoints.Update(ctx, d.id(),
		d.state.withOwnCUDA(api.EndpointFields{TemplateID: members.Some(id)}))
	if err != nil {
		return false, err
	}
	after, err := r.Client.Templates.Get(ctx, id)
	if was, is := before.Name.Or(""), after.Name.Or(""); err == nil && was != is {
		err = fmt.Errorf("the template %q (%s) was renamed to %q", was, id, is)
	}
	return true, err
}

// canBind returns the templates to which the endpoint can be bound: those of the account that have each setting that
// the service shows of it. all are the templates that exist. A list can lag, and another client can change or bind in
// between, so a list without such a template counts only after an answer about each template alone, and another one
// about the endpoint.
func (r *Resource) canBind(
	ctx context.Context, d detachment,
) (same, all []api.Template, endpoint api.Endpoint, err error) {
	all, err = r.Client.Templates.ListAll(ctx)
	if err != nil {
		return nil, nil, endpoint, err
	}
	all = slices.DeleteFunc(all, func(t api.Template) bool { return t.ID != d.template && !t.IsServerless.Or(true) })
	endpoint, err = r.Client.Endpoints.Get(ctx, d.id()) // After the list: another client can bind it meanwhile.
	if same = alike(endpoint, all); err == nil && len(same) == 0 {
		all, err = r.getEach(ctx, all)
		same = alike(endpoint, all)
	}
	if err == nil && len(same) == 0 {
		endpoint, err = r.Client.Endpoints.Get(ctx, d.id())
		same = alike(endpoint, all)
	}
	return same, all, endpoint, err
}

// getEach gets each template that exists.
func (r *Resource) getEach(ctx context.Context, listed []api.Template) (all []api.Template, err error) {
	for _, t := range listed {
		switch t, err := r.Client.Templates.Get(ctx, t.ID); {
		case err == nil:
			all = append(all, t)
		case !transport.IsOwnNotFound(err):
			return nil, err
		}
	}
	return all, nil
}

// alike returns the templates that have each setting that an answer shows of an endpoint.
func alike(endpoint api.Endpoint, all []api.Template) (same []api.Template) {
	for _, t := range all {
		if len(differences(endpoint, t.Container())) == 0 {
			same = append(same, t)
		}
	}
	return same
}

func named(templates []api.Template) string {
	names := make([]string, len(templates))
	for i, t := range templates {
		names[i] = fmt.Sprintf("%q (%s)", t.Name.Or(""), t.ID)
	}
	slices.Sort(names)
	return framework.AtMost(names, ", ")
}

// beforeDelete drains the endpoint, and detaches it.
func (r *Resource) beforeDelete(
	ctx context.Context, req resource.DeleteRequest, diags *diag.Diagnostics,
) (undo func()) {
	var state model
	diags.Append(req.State.Get(ctx, &state)...)
	if !diags.HasError() {
		undo = r.drain(ctx, state, diags)
	}
	if r.Version() > 1 && !diags.HasError() {
		r.detach(ctx, detachment{state, state.TemplateID.ValueString(), "delete"}, diags)
	}
	return undo
}
