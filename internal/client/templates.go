package client

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
)

// Templates are the templates of an account (contract 2.2). Names are unique in the account. Over version 1, an update
// replaces the workers of the endpoints that use the template. ReadAll and ListAll return also the templates that
// endpoints use.
type Templates interface {
	Reader[api.Template]
	Creator[api.TemplateCreate, api.Template]
	Updater[api.TemplateFields, api.Template]
	Deleter
	UsedBy
	// List returns the account's templates and those that the filter adds, in no particular order.
	List(ctx context.Context, filter api.TemplateFilter) ([]api.Template, error)
	// ReadAny is Read for a template that may be another account's, or an official one. Callers may read it many times
	// in one refresh, because it is not the object of the state.
	ReadAny(ctx context.Context, id string) (api.Template, error)
	// Seen returns the values of a template in the latest response that showed it, without a request. known is false if no
	// response in this run of the CLI did. Each list counts as older than other responses. The name and the settings can
	// be those from before a write that ran beside the response.
	Seen(id string) (seen SeenTemplate, known bool)
	// FromList returns a template for a refresh of an object that uses it: from a list that readers share, or by its own
	// GET if no list shows it, or doubts is true for the item, because lists can lag. Its error IsNotFound if no such
	// template exists.
	FromList(ctx context.Context, id string, doubts func(api.Template) bool) (api.Template, error)
}

type templates struct {
	*objects[api.TemplateFilter, api.TemplateCreate, api.TemplateFields, api.Template]
	seenTemplates
	users *users
}

func newTemplates(c *Client, of *rest.Templates, users *users) *templates {
	// No state has a template of another account, so shared lists need only the account's own.
	own := api.TemplateFilter{IncludeEndpointBound: true}
	t := &templates{users: users, seenTemplates: seenTemplates{keepsContainers: c.version.HasContainer}}
	t.objects = newObjects(c, description[api.TemplateFilter, api.TemplateCreate, api.TemplateFields, api.Template]{
		of: of, own: own, shared: own, evidence: evidenceOfTemplate, saw: t.saw,
		source: fleet.Source[api.Template]{ListsSome: true, Users: users.ofTemplate},
		fields: func(t api.Template) api.TemplateFields { return t.TemplateFields },
	})
	return t
}

// ReadAny implements Templates.
func (t *templates) ReadAny(ctx context.Context, id string) (api.Template, error) {
	template, err := t.Find(ctx, id)
	return template, t.ConfirmGone(ctx, err, id)
}

// orGet returns the values of a template, by its own GET unless an answer has shown it.
func (t *templates) orGet(ctx context.Context, id string) (SeenTemplate, error) {
	if seen, known := t.Seen(id); known {
		return seen, nil
	}
	_, err := t.Get(ctx, id)
	seen, _ := t.Seen(id)
	return seen, err
}

// evidenceOfTemplate says how a create recognizes its template (contract 2.2).
var evidenceOfTemplate = creates.Evidence[api.TemplateCreate, api.Template]{
	Name: func(t api.Template) string { return t.Name.Or("") }, Unique: true,
	Identity: creates.Identity[api.TemplateCreate, api.Template]{
		"name": func(in api.TemplateCreate, t api.Template) creates.Equality {
			return creates.AsSent(in.Name.Or(""), t.Name)
		},
		"imageName": func(in api.TemplateCreate, t api.Template) creates.Equality {
			return creates.AsSentIfAny(in.ImageName, t.ImageName)
		},
		"isServerless": func(in api.TemplateCreate, t api.Template) creates.Equality {
			return creates.AsSent(in.IsServerless.Or(false), t.IsServerless)
		},
	},
}
