package client

import (
	"context"
)

// CreateTemplate creates a template. Names are unique in the account: if the name is taken, the error names the
// template that has it. Its error is a *CreateError.
func (c *Client) CreateTemplate(ctx context.Context, in TemplateCreate) (Created[Template], error) {
	created, err := c.creators.templates.create(ctx, in)
	_, err = c.sawTemplate(created.Object, err)
	return created, err
}

// shownOfTemplate compares the members that a template does not show as the create sent them (contract 2.2).
var shownOfTemplate = shownMembers[TemplateCreate, Template]{
	"ports": func(in TemplateCreate, t Template) bool { return anotherSet(in.Ports, t.Ports) },
}

// identityOfTemplate has the members that identify a template (contract 2.2).
var identityOfTemplate = identifying[TemplateCreate, Template]{
	"name":      func(in TemplateCreate, t Template) shownAs { return asSent(in.Name.Or(""), t.Name) },
	"imageName": func(in TemplateCreate, t Template) shownAs { return asSentIfAny(in.ImageName, t.ImageName) },
	"isServerless": func(in TemplateCreate, t Template) shownAs {
		return asSent(in.IsServerless.Or(false), t.IsServerless)
	},
}

// GetTemplate returns a template.
func (c *Client) GetTemplate(ctx context.Context, id string) (Template, error) {
	return c.sawTemplate(one[Template](ctx, c.send, c.rest.Templates(), c.rest.Templates().Get(id), id))
}

// ListTemplates returns the account's templates and those that the filter adds, in no particular order.
func (c *Client) ListTemplates(ctx context.Context, filter TemplateFilter) ([]Template, error) {
	all, _, err := pages(ctx, c.send, c.rest.Templates().List(filter), c.rest.Templates().ReadList)
	return c.sawTemplates(all, err)
}

// allTemplates lists the templates that answer Reads: the account's own, those that endpoints use included. No state
// has a template of another account.
func (c *Client) allTemplates(ctx context.Context) ([]Template, error) {
	own := c.rest.Templates().List(TemplateFilter{IncludeEndpointBound: true})
	return c.sawTemplates(everything(ctx, c.send, own, c.rest.Templates().ReadList))
}

// UpdateTemplate changes a template and returns it. Over version 1, the service replaces the workers of endpoints that
// use it (contract 2.2).
func (c *Client) UpdateTemplate(ctx context.Context, id string, change TemplateFields) (Template, error) {
	return update[Template, TemplateFields]{
		of: c.rest.Templates(), request: c.rest.Templates().Update, get: c.GetTemplate,
		fields: func(t Template) TemplateFields { return t.TemplateFields },
	}.send(ctx, c, id, change)
}

// DeleteTemplate deletes a template. While pods or endpoints use it, the client waits until ctx ends, unless one of
// them uses it permanently: see InUseError. After an error that IsGone, the template did not exist any more.
func (c *Client) DeleteTemplate(ctx context.Context, id string) error {
	d := deletion[Template]{c: c, of: c.rest.Templates(), get: c.GetTemplate, ids: c.templateIDs}
	err := c.whileInUse(ctx, id, c.usersOfTemplate, func(ctx context.Context) error { return d.delete(ctx, id) })
	return c.account.claims.templates.deleted(id, err)
}
