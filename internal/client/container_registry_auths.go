package client

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// ContainerRegistryAuth is a login at a container registry. The service never returns what it was given but the name
// (contract 2.5).
type ContainerRegistryAuth struct {
	ID   string           `json:"id"`
	Name Optional[string] `json:"name"`
}

// ContainerRegistryAuthCreate is what a login is made of; all of it is required.
type ContainerRegistryAuthCreate struct {
	Name     string `json:"name"`
	Username string `json:"username"`
	Password string `json:"password"`
}

// There is no update: the interface has none, every change is a new login.

// CreateContainerRegistryAuth stores a login. Names are unique in the account. Its error is a *CreateError.
func (c *Client) CreateContainerRegistryAuth(
	ctx context.Context, in ContainerRegistryAuthCreate,
) (Created[ContainerRegistryAuth], error) {
	return c.creators.containerRegistryAuths.create(WithRedacted(ctx, in.Password), in)
}

// shownOfContainerRegistryAuth is how a login shows what it was made of (contract 2.5).
var shownOfContainerRegistryAuth = shownMembers[ContainerRegistryAuthCreate, ContainerRegistryAuth]{
	"username": nil, "password": nil,
}

// identityOfContainerRegistryAuth has the member that identifies credentials: the service returns no other (contract
// 2.5).
var identityOfContainerRegistryAuth = identifying[ContainerRegistryAuthCreate, ContainerRegistryAuth]{
	"name": func(in ContainerRegistryAuthCreate, a ContainerRegistryAuth) shownAs { return asSent(in.Name, a.Name) },
}

// GetContainerRegistryAuth returns a login's name.
func (c *Client) GetContainerRegistryAuth(ctx context.Context, id string) (ContainerRegistryAuth, error) {
	return transport.One[ContainerRegistryAuth](ctx, c.send, transport.Request{
		Operation: "GetContainerRegistryAuth", Method: http.MethodGet, Path: []string{"containerregistryauth", id},
	}, id)
}

// ListContainerRegistryAuths returns the account's logins, in no particular order.
func (c *Client) ListContainerRegistryAuths(ctx context.Context) ([]ContainerRegistryAuth, error) {
	all, err := transport.List[ContainerRegistryAuth](ctx, c.send, transport.Request{
		Operation: "ListContainerRegistryAuths", Method: http.MethodGet, Path: []string{"containerregistryauth"},
	})
	return observed(c.creators.containerRegistryAuths, all, err)
}

// DeleteContainerRegistryAuth deletes a login, and waits until ctx ends for templates and pods to let go of it, unless
// it finds some that will not: see InUseError. IsGone says that it was gone already.
func (c *Client) DeleteContainerRegistryAuth(ctx context.Context, id string) error {
	d := deletion[ContainerRegistryAuth]{c: c, operation: "DeleteContainerRegistryAuth",
		collection: "containerregistryauth", get: c.ContainerRegistryAuths.Get, ids: c.containerRegistryAuthIDs}
	err := c.whileInUse(ctx, id, c.usersOfContainerRegistryAuth,
		func(ctx context.Context) error { return d.delete(ctx, id) })
	return c.account.claims.containerRegistryAuths.deleted(id, err)
}

// Identifier returns the id; empty if the answer has none.
func (a ContainerRegistryAuth) Identifier() string { return a.ID }

// UnmarshalJSON makes members absent whose empty value means none.
func (a *ContainerRegistryAuth) UnmarshalJSON(data []byte) error {
	type plain ContainerRegistryAuth
	if err := json.Unmarshal(data, (*plain)(a)); err != nil {
		return err
	}
	transport.EmptyIsAbsent(&a.Name)
	return nil
}
