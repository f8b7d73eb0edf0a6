package client

import (
	"context"
	"errors"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// ContainerRegistryAuths are the registry credentials of an account (contract 2.5). Names are unique in the account.
// The service has no update of them.
type ContainerRegistryAuths interface {
	Reader[api.ContainerRegistryAuth]
	Creator[api.ContainerRegistryAuthCreate, api.ContainerRegistryAuth]
	Deleter
	UsedBy
}

type containerRegistryAuths struct {
	*objects[rest.NoFilter, api.ContainerRegistryAuthCreate, rest.NoUpdate, api.ContainerRegistryAuth]
	users *users
}

func newContainerRegistryAuths(
	c *Client, of *rest.ContainerRegistryAuths, users *users,
) *containerRegistryAuths {
	a := &containerRegistryAuths{users: users}
	a.objects = newObjects(c, description[
		rest.NoFilter, api.ContainerRegistryAuthCreate, rest.NoUpdate, api.ContainerRegistryAuth,
	]{
		of: of, evidence: evidenceOfContainerRegistryAuth,
		source:    fleet.Source[api.ContainerRegistryAuth]{Users: users.ofContainerRegistryAuth},
		mayDelete: a.mayDelete,
	})
	return a
}

// mayDelete returns an error of KindInUse if the service would delete the credentials, and take them from the templates
// that name them without a message.
func (a *containerRegistryAuths) mayDelete(ctx context.Context, id string) error {
	if !a.c.version.LeavesTemplates {
		return nil
	}
	all, err := a.users.templates.ListAll(ctx)
	if err != nil || !slices.ContainsFunc(all, usingContainerRegistryAuth(id).templates) {
		return err
	}
	return &transport.Error{Operation: "DeleteContainerRegistryAuth", Kind: transport.KindInUse,
		Cause: errors.New("the delete would also remove the credentials from templates that use them")}
}

// Create implements Creator.
func (a *containerRegistryAuths) Create(
	ctx context.Context, in api.ContainerRegistryAuthCreate,
) (creates.Created[api.ContainerRegistryAuth], error) {
	return a.objects.Create(redact.With(ctx, in.Password), in)
}

// evidenceOfContainerRegistryAuth says how a create recognizes its credentials: by the name, because the service
// returns no other member of a create (contract 2.5).
var evidenceOfContainerRegistryAuth = creates.Evidence[api.ContainerRegistryAuthCreate, api.ContainerRegistryAuth]{
	Name: func(a api.ContainerRegistryAuth) string { return a.Name.Or("") }, Unique: true,
	Identity: creates.Identity[api.ContainerRegistryAuthCreate, api.ContainerRegistryAuth]{
		"username": nil, "password": nil,
		"name": func(in api.ContainerRegistryAuthCreate, a api.ContainerRegistryAuth) creates.Equality {
			return creates.AsSent(in.Name, a.Name)
		},
	},
}
