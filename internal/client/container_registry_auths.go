package client

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
)

// CreateContainerRegistryAuth stores credentials. Names are unique in the account. Its error is a *CreateError.
func (c *Client) CreateContainerRegistryAuth(
	ctx context.Context, in ContainerRegistryAuthCreate,
) (Created[ContainerRegistryAuth], error) {
	return c.creators.containerRegistryAuths.create(WithRedacted(ctx, in.Password), in)
}

// shownOfContainerRegistryAuth has the members that the service does not return (contract 2.5).
var shownOfContainerRegistryAuth = shownMembers[ContainerRegistryAuthCreate, ContainerRegistryAuth]{
	"username": nil, "password": nil,
}

// identityOfContainerRegistryAuth has the member that identifies credentials: the service returns no other (contract
// 2.5).
var identityOfContainerRegistryAuth = identifying[ContainerRegistryAuthCreate, ContainerRegistryAuth]{
	"name": func(in ContainerRegistryAuthCreate, a ContainerRegistryAuth) shownAs { return asSent(in.Name, a.Name) },
}

// GetContainerRegistryAuth returns the name of credentials.
func (c *Client) GetContainerRegistryAuth(ctx context.Context, id string) (ContainerRegistryAuth, error) {
	auths := c.rest.ContainerRegistryAuths()
	return one[ContainerRegistryAuth](ctx, c.send, auths, auths.Get(id), id)
}

// ListContainerRegistryAuths returns the account's credentials, in no particular order.
func (c *Client) ListContainerRegistryAuths(ctx context.Context) ([]ContainerRegistryAuth, error) {
	auths := c.rest.ContainerRegistryAuths()
	all, _, err := pages(ctx, c.send, auths.List(rest.NoFilter{}), auths.ReadList)
	return observed(c.creators.containerRegistryAuths, all, err)
}

// DeleteContainerRegistryAuth deletes credentials. While templates or pods use them, the client waits until ctx ends,
// unless one of these uses them permanently: see InUseError. After an error that IsGone, they did not exist any more.
func (c *Client) DeleteContainerRegistryAuth(ctx context.Context, id string) error {
	d := deletion[ContainerRegistryAuth]{c: c, of: c.rest.ContainerRegistryAuths(), get: c.GetContainerRegistryAuth,
		ids: c.containerRegistryAuthIDs}
	err := c.whileInUse(ctx, id, c.usersOfContainerRegistryAuth,
		func(ctx context.Context) error { return d.delete(ctx, id) })
	return c.account.claims.containerRegistryAuths.deleted(id, err)
}
