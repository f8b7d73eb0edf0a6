package endpoint

import (
	"context"
	"fmt"
	"strconv"

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

// detachment describes a change, rename or delete of an endpoint that can share its template.
type detachment struct {
	state model
	// bound is the template that the endpoint can be bound to, and from the one to copy: bound, or the template that an
	// update is about to send. Both are empty if the provider knows none.
	bound, from string
	what        string // rename, change or delete
	// seen has the container settings of the endpoint that the service showed before.
	seen containerRecord
}

// detach gives an endpoint a copy of its template, and checks that the template is still there under its name. Without
// a known template, it refuses if the endpoint can be bound to one. It reports whether the endpoint was detached.
func (r *Resource) detach(
	ctx context.Context, d detachment, diags *diag.Diagnostics,
) (answer client.Endpoint, detached bool) {
	if d.bound == "" && d.from == "" {
		r.refuseIfShared(ctx, d, diags)
		return answer, false
	}
	var before client.Template
	var err error
	if d.bound != "" {
		if before, err = r.Client.Templates.Get(ctx, d.bound); client.IsNotFound(err) {
			before, err = r.Client.Templates.ReadAny(ctx, d.bound) // A front end can return a 404 too: a list decides.
		}
	}
	switch {
	case client.IsGone(err) && d.from == d.bound:
		r.refuseIfShared(ctx, d, diags) // Another client can have bound the endpoint to another template.
		return answer, false
	case client.IsGone(err):
		before = client.Template{}
	case err != nil:
		d.fail("The provider cannot read its template.", err, diags)
		return answer, false
	}
	answer, err = r.Client.Endpoints.Update(ctx, d.id(),
		r.withOwnCUDA(ctx, d.state, client.EndpointFields{TemplateID: client.Some(d.from)}))
	if client.IsNotFound(err) && r.isGone(ctx, d.id()) {
		return answer, false // The caller finds that out.
	}
	if err != nil {
		d.fail("The service did not give it a copy of its template.", err, diags)
		return answer, false
	}
	if before.ID == "" {
		return answer, true
	}
	after, err := r.Client.Templates.Get(ctx, d.bound)
	switch {
	case err != nil:
		d.fail("The provider cannot read its template any more.", err, diags)
	case after.Name.Or("") != before.Name.Or(""):
		d.fail(fmt.Sprintf("Its template %q was renamed to %q.", before.Name.Or(""), after.Name.Or("")), nil, diags)
	}
	return answer, true
}

func (d detachment) id() string { return d.state.ID.ValueString() }

// isGone reports whether the service has confirmed that an endpoint does not exist any more.
func (r *Resource) isGone(ctx context.Context, id string) bool {
	_, err := r.Client.Endpoints.Read(ctx, id, nil)
	return client.IsGone(err)
}

// fail adds the error of an endpoint that may still be bound to its template.
func (d detachment) fail(why string, err error, diags *diag.Diagnostics) {
	reason := ""
	if err != nil {
		reason = "\n\nReason: " + err.Error()
	}
	diags.AddError("Cannot "+d.what+" endpoint: its template is shared", fmt.Sprintf(
		"The endpoint %s may have been created over version 1 of the management interface. Then it shares its template "+
			"with others, and to %s it over version 2 would %s that template too. The provider first gives the endpoint a "+
			"copy of the template. %s%s\n\n"+
			"The provider sent nothing after that. The state stays as it is.\n\nNext: check the template, and apply again.",
		d.id(), d.what, d.what, why, reason))
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
	record, found := loadContainer(ctx, req.Private)
	diags.Append(found...)
	r.detach(ctx, detachment{
		state: state, bound: template, from: template, what: "delete", seen: record,
	}, diags)
}

// warnOfDetaching says in the plan of a rename that it replaces the workers once. One request cannot both give the
// endpoint its copy and rename it: the provider first proves that the template still has its name. If the template
// changes in the same plan, the service replaces the workers of a bound endpoint before that, at the template's update.
func warnOfDetaching(state model, templateChanges bool, diags *diag.Diagnostics) {
	twice := ""
	if templateChanges {
		twice = " The template changes in this plan too, and its update can replace the workers another time, before that."
	}
	diags.AddAttributeWarning(path.Root("name"), state.object().About("The rename replaces the workers once"), fmt.Sprintf(
		"The endpoint %s may have been created over version 1 of the management interface. Then a rename over version 2 "+
			"would rename its template too, so the provider first gives the endpoint a copy of the template. That replaces the "+
			"workers: idle ones end at once, busy ones finish their job first, and new ones start cold.%s",
		strconv.Quote(state.Name.ValueString()), twice))
}
