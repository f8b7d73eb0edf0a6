package endpoint

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// An endpoint that was created over version 1 is bound to its template, which other endpoints can share, until it gets
// a templateId over version 2. A rename or a delete over version 2 renames or deletes the bound template too
// (contract-v2 5.3). So the provider detaches such an endpoint first: it sends the template's ID, for which the service
// gives the endpoint a copy. Every endpoint counts as bound unless private state has the mark.

// ownsTemplate reports whether the endpoint is known to have a copy of its template.
func ownsTemplate(ctx context.Context, private framework.PrivateReader) (owns bool, diags diag.Diagnostics) {
	diags = framework.Recall(ctx, private, framework.OwnTemplateKey, &owns)
	return owns, diags
}

// markTemplate records whether the endpoint has a copy of its template after it got the template's ID.
func (r *Resource) markTemplate(ctx context.Context, private framework.PrivateWriter) diag.Diagnostics {
	if r.Version() < 2 {
		return private.SetKey(ctx, framework.OwnTemplateKey, nil)
	}
	return framework.Remember(ctx, private, framework.OwnTemplateKey, true)
}

// detach gives the endpoint of a state a copy of the template bound, and checks that the template is still there under
// its name. from is the template to copy: bound, or the one that an update is about to send. Without
// bound, it refuses if a template has the endpoint's settings: the endpoint can be bound to that one. what is what the
// caller is about to do. It reports whether the endpoint was detached.
func (r *Resource) detach(
	ctx context.Context, state model, bound, from, what string, diags *diag.Diagnostics,
) (answer client.Endpoint, detached bool) {
	id := state.ID.ValueString()
	if bound == "" && from == "" {
		r.refuseIfShared(ctx, id, what, diags)
		return answer, false
	}
	var before client.Template
	var err error
	if bound != "" {
		if before, err = r.Client.Templates.Get(ctx, bound); client.IsNotFound(err) {
			before, err = r.Client.Templates.ReadAny(ctx, bound) // A front end can return a 404 too: a list decides.
		}
	}
	switch {
	case client.IsGone(err) && from == bound:
		r.refuseIfShared(ctx, id, what, diags) // Another client can have bound the endpoint to another template.
		return answer, false
	case client.IsGone(err):
		before = client.Template{}
	case err != nil:
		failDetach(id, what, "The provider cannot read its template.", err, diags)
		return answer, false
	}
	answer, err = r.Client.Endpoints.Update(ctx, id,
		r.withOwnCUDA(ctx, state, client.EndpointFields{TemplateID: client.Some(from)}))
	if client.IsNotFound(err) && r.isGone(ctx, id) {
		return answer, false // The caller finds that out.
	}
	if err != nil {
		failDetach(id, what, "The service did not give it a copy of its template.", err, diags)
		return answer, false
	}
	if before.ID == "" {
		return answer, true
	}
	after, err := r.Client.Templates.Get(ctx, bound)
	switch {
	case err != nil:
		failDetach(id, what, "The provider cannot read its template any more.", err, diags)
	case after.Name.Or("") != before.Name.Or(""):
		failDetach(id, what, fmt.Sprintf("Its template %q has got the name %q.", before.Name.Or(""), after.Name.Or("")), nil,
			diags)
	}
	return answer, true
}

// isGone reports whether the service has confirmed that an endpoint does not exist any more.
func (r *Resource) isGone(ctx context.Context, id string) bool {
	_, err := r.Client.Endpoints.Read(ctx, id, nil)
	return client.IsGone(err)
}

// failDetach adds the error of an endpoint that may still be bound to its template.
func failDetach(id, what, why string, err error, diags *diag.Diagnostics) {
	reason := ""
	if err != nil {
		reason = "\n\nReason: " + err.Error()
	}
	diags.AddError("Cannot "+what+" endpoint: its template is shared", fmt.Sprintf(
		"The endpoint %s may have been created over version 1 of the management interface. Then it shares its template with "+
			"others, and to %s it over version 2 would %s that template too. The provider first gives the endpoint a copy of "+
			"the template. %s%s\n\nThe provider sent nothing after that. The state stays as it is.\n\n"+
			"Next: check the template, and apply again.", id, what, what, why, reason))
}

// refuseIfShared refuses what a caller is about to do to an endpoint without template_id if one of the account's own
// templates has its settings.
func (r *Resource) refuseIfShared(ctx context.Context, id, what string, diags *diag.Diagnostics) {
	endpoint, err := r.Client.Endpoints.Get(ctx, id)
	if client.IsNotFound(err) && r.isGone(ctx, id) {
		return // The caller finds that out.
	}
	settings, shown := endpoint.Settings().Get()
	if err == nil && !shown { // Its template is gone.
		return
	}
	var all []client.Template
	if err == nil {
		all, err = r.Client.Templates.ListAll(ctx)
	}
	if err != nil {
		failDetach(id, what, "The provider cannot tell which template that is.", err, diags)
		return
	}
	var same []string
	for _, t := range all { // A setting that the answer leaves out can be any.
		if t.IsServerless.Or(true) && t.Container().Equal(settings) {
			same = append(same, fmt.Sprintf("%q (%s)", t.Name.Or(""), t.ID))
		}
	}
	if len(same) == 0 {
		return
	}
	slices.Sort(same)
	diags.AddAttributeError(path.Root(templateID), "Cannot "+what+" endpoint: its template may be shared",
		fmt.Sprintf("The provider does not know the template of the endpoint %q (%s), and these templates have its "+
			"settings: %s. If the endpoint was created over version 1 of the management interface, it shares one of them "+
			"with others, and to %s it over version 2 would %s that template too. The provider sent nothing.\n\n"+
			"Next: set template_id to that template in the configuration, and apply that first.",
			endpoint.Name.Or(""), id, strings.Join(same, ", "), what, what))
}

// beforeDelete detaches an endpoint that can share its template.
func (r *Resource) beforeDelete(ctx context.Context, req resource.DeleteRequest, diags *diag.Diagnostics) {
	owns, found := ownsTemplate(ctx, req.Private)
	diags.Append(found...)
	var state model
	diags.Append(req.State.Get(ctx, &state)...)
	if r.Version() < 2 || owns || diags.HasError() {
		return
	}
	template := state.TemplateID.ValueString()
	r.detach(ctx, state, template, template, "delete", diags)
}

// warnOfDetaching says in the plan of a rename that it replaces the workers once.
func warnOfDetaching(state model, diags *diag.Diagnostics) {
	diags.AddAttributeWarning(path.Root("name"), "The rename replaces the workers once", fmt.Sprintf(
		"The endpoint %s may have been created over version 1 of the management interface. Then a rename over version 2 "+
			"would rename its template too, so the provider first gives the endpoint a copy of the template. That replaces the "+
			"workers: idle ones end at once, busy ones finish their job first, and new ones start cold.",
		strconv.Quote(state.Name.ValueString())))
}
