package endpoint

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Without template_id in the state, nothing tells which template an endpoint of version 1 is bound to: its settings are
// that template's. Only a request with a templateId gives it a copy (contract-v2 5.3); a request with settings of its
// own can write these to the bound template.

// refuseIfShared refuses what a caller is about to do to an endpoint if one of the account's own templates can be the
// one that the endpoint is bound to.
func (r *Resource) refuseIfShared(ctx context.Context, d detachment, diags *diag.Diagnostics) {
	before, gone, err := r.look(ctx, d.id())
	var all []client.Template
	if err == nil && !gone {
		all, err = r.Client.Templates.ListAll(ctx)
	}
	// Between the two requests another client can have bound the endpoint to a template.
	var now client.Endpoint
	if err == nil && !gone {
		now, gone, err = r.look(ctx, d.id())
	}
	if err == nil && gone {
		return // The caller finds that out.
	}
	settings, shown := now.Settings().Get()
	switch {
	case err != nil:
		d.fail("The provider cannot tell which template that is.", err, diags)
		return
	case !before.Settings().Or(client.Container{}).Equal(settings):
		d.fail("It has got other settings while the provider compared them with the templates.", nil, diags)
		return
	}
	var same []client.Template
	for _, t := range all {
		can, err := r.canHave(ctx, d, t, settings, shown)
		if err != nil {
			d.fail("The provider cannot tell which template that is.", err, diags)
			return
		}
		if can {
			same = append(same, t)
		}
	}
	if len(same) > 0 {
		d.refuse(now, same, shown, diags)
	}
}

// canHave reports whether an endpoint can have the settings of a listed template. The list can lag, so before it says
// no, another response than a list has to show the template: that costs one request for a template in a run.
func (r *Resource) canHave(
	ctx context.Context, d detachment, t client.Template, settings client.Container, shown bool,
) (bool, error) {
	switch {
	case !t.IsServerless.Or(true):
		return false, nil
	case d.seen.canHave(t.Container(), settings, shown):
		return true, nil
	}
	now, err := r.Client.Templates.Settled(ctx, t.ID)
	if client.IsNotFound(err) {
		return false, nil
	}
	return err == nil && d.seen.canHave(now.Container, settings, shown), err
}

// canHave reports whether an endpoint can have the settings of a template. A setting that its answer leaves out can be
// any. If the answer shows none at all, and an earlier one did, either its template is gone, or the service has stopped
// to show them: then they can be those that it showed before.
func (c containerRecord) canHave(template, settings client.Container, shown bool) bool {
	if !shown && len(c.Shown) > 0 {
		return c.digest(template).agree(c.Shown)
	}
	return template.Equal(settings)
}

// look reads an endpoint. gone is set if the service has confirmed that it does not exist any more.
func (r *Resource) look(ctx context.Context, id string) (endpoint client.Endpoint, gone bool, err error) {
	endpoint, err = r.Client.Endpoints.Get(ctx, id)
	if client.IsNotFound(err) && r.isGone(ctx, id) {
		return endpoint, true, nil
	}
	return endpoint, false, err
}

// refuse adds the error of an endpoint that can be bound to each of some templates. Its steps work with any of them:
// the provider then sends the template's ID, for which the service gives the endpoint a copy, whatever it was bound to.
func (d detachment) refuse(endpoint client.Endpoint, same []client.Template, shown bool, diags *diag.Diagnostics) {
	slices.SortFunc(same, func(a, b client.Template) int { return strings.Compare(a.ID, b.ID) })
	has := "and these templates have its settings: "
	if !shown {
		has = "and the service shows no container settings of it. It can be one of these templates: "
	}
	diags.AddAttributeError(path.Root(templateID), "Cannot "+d.what+" endpoint: its template may be shared", fmt.Sprintf(
		"The provider does not know the template of the endpoint %q (%s), %s%s. If the endpoint was created over version 1 "+
			"of the management interface, it shares one of them with others, and to %s it over version 2 would %s that "+
			"template too. The provider sent nothing.\n\n"+
			"Next: in the block of the endpoint, set template_id = %q, and remove image_name and the other container settings "+
			"if it has any. Apply that. Then %s the endpoint: the provider gives it a copy of the template first.",
		endpoint.Name.Or(""), d.id(), has, named(same), d.what, d.what, same[0].ID, d.what))
}

// maxNamed is how many templates a message names.
const maxNamed = 10

func named(templates []client.Template) string {
	var names []string
	for _, t := range templates[:min(len(templates), maxNamed)] {
		names = append(names, fmt.Sprintf("%q (%s)", t.Name.Or(""), t.ID))
	}
	if more := len(templates) - maxNamed; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}
