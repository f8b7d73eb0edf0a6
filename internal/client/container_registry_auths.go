package client

import (
	"context"
	"encoding/json"
	"net/http"
)

// ContainerRegistryAuth is a login at a container registry. The service never
// returns what it was given but the name (contract 2.5).
type ContainerRegistryAuth struct {
	ID   string
	Name Optional[string]
}

// ContainerRegistryAuthCreate is what a login is made of; all of it is required.
type ContainerRegistryAuthCreate struct {
	Name     string
	Username string
	Password string
}

// There is no update: the interface has none, every change is a new login.

// CreateContainerRegistryAuth stores a login. Names are unique in the account: see IsNameTaken.
func (c *Client) CreateContainerRegistryAuth(ctx context.Context, in ContainerRegistryAuthCreate) (ContainerRegistryAuth, error) {
	w, err := doOne[containerRegistryAuthWire](WithRedacted(ctx, in.Password), c, request{
		operation: "CreateContainerRegistryAuth", method: http.MethodPost, path: []string{"containerregistryauth"},
		body: containerRegistryAuthCreateWire(in),
	}, "")
	return ContainerRegistryAuth(w), err
}

// GetContainerRegistryAuth returns a login's name.
func (c *Client) GetContainerRegistryAuth(ctx context.Context, id string) (ContainerRegistryAuth, error) {
	w, err := doOne[containerRegistryAuthWire](ctx, c, request{
		operation: "GetContainerRegistryAuth", method: http.MethodGet, path: []string{"containerregistryauth", id},
	}, id)
	return ContainerRegistryAuth(w), err
}

// ListContainerRegistryAuths returns the account's logins, in no particular order.
func (c *Client) ListContainerRegistryAuths(ctx context.Context) ([]ContainerRegistryAuth, error) {
	ws, err := doList[containerRegistryAuthWire](ctx, c, request{
		operation: "ListContainerRegistryAuths", method: http.MethodGet, path: []string{"containerregistryauth"},
	})
	all := make([]ContainerRegistryAuth, len(ws))
	for i, w := range ws {
		all[i] = ContainerRegistryAuth(w)
	}
	return all, err
}

// DeleteContainerRegistryAuth deletes a login, and waits until ctx ends for
// templates and pods to let go of it, unless it finds some that will not: see
// InUseError. IsGone says that it was gone already.
func (c *Client) DeleteContainerRegistryAuth(ctx context.Context, id string) error {
	err := c.whileInUse(ctx, id, c.usersOfContainerRegistryAuth, func(ctx context.Context) error {
		return doNothing(ctx, c, request{
			operation: "DeleteContainerRegistryAuth", method: http.MethodDelete, path: []string{"containerregistryauth", id},
		})
	})
	return confirmGone(ctx, err, id, c.containerRegistryAuthIDs)
}

type containerRegistryAuthCreateWire struct {
	Name     string `json:"name"`
	Username string `json:"username"`
	Password string `json:"password"`
}

type containerRegistryAuthWire struct {
	ID   string           `json:"id"`
	Name Optional[string] `json:"name"`
}

func (w containerRegistryAuthWire) identifier() string { return w.ID }

// UnmarshalJSON drops what is empty and no value.
func (w *containerRegistryAuthWire) UnmarshalJSON(data []byte) error {
	type plain containerRegistryAuthWire
	if err := json.Unmarshal(data, (*plain)(w)); err != nil {
		return err
	}
	emptyIsAbsent(&w.Name)
	return nil
}
