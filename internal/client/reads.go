package client

import (
	"context"
	"slices"
)

// The Reads are for a refresh of many objects, such as those of a state: they share lists, which replace a GET for
// each, see kind. The result includes all changes of this process from before the Read; those of other processes may be
// missing for 30 s, and the time that the list took. The caller may modify it.
//
// Read<Kind> is Get<Kind> for a caller that removes an object that is gone from a state: see IsGone. The service's
// lists can lag behind its objects, so doubts reports whether the item of a list contradicts the caller's state: then
// the object's own GET decides. Nil doubts nothing. Find<Kind> is for a caller that needs no confirmation of a 404.
// Read<Kind>s returns all that the account owns, in no particular order.
//
// Waits, and reads before and after a change, use the Gets and the Lists, which are always requests of their own.

// ReadPod returns a pod. An error that IsGone confirms that there is none.
func (c *Client) ReadPod(ctx context.Context, id string, doubts func(Pod) bool) (Pod, error) {
	return c.readers.pods.read(ctx, id, doubts)
}

// FindPod returns a pod.
func (c *Client) FindPod(ctx context.Context, id string) (Pod, error) {
	return c.readers.pods.find(ctx, id)
}

// ReadPods returns the account's pods, without workers.
func (c *Client) ReadPods(ctx context.Context) ([]Pod, error) {
	all, err := c.readers.pods.readAll(ctx)
	return slices.DeleteFunc(all, Pod.isWorker), err
}

// ReadTemplate returns a template of the account's own. An error that IsGone confirms that there is none.
func (c *Client) ReadTemplate(ctx context.Context, id string, doubts func(Template) bool) (Template, error) {
	return c.readers.templates.read(ctx, id, doubts)
}

// ReadAnyTemplate is ReadTemplate for one that may be another account's, or an official one. Callers may read it many
// times in one refresh, because it is not the object of the state.
func (c *Client) ReadAnyTemplate(ctx context.Context, id string) (Template, error) {
	template, err := c.readers.templates.find(ctx, id)
	return template, c.readers.templates.confirmGone(ctx, err, id)
}

// FindTemplate returns a template, anybody's.
func (c *Client) FindTemplate(ctx context.Context, id string) (Template, error) {
	return c.readers.templates.find(ctx, id)
}

// ReadTemplates returns the account's own templates, those that endpoints use included.
func (c *Client) ReadTemplates(ctx context.Context) ([]Template, error) {
	return c.readers.templates.readAll(ctx)
}

// ReadEndpoint returns an endpoint. An error that IsGone confirms that there is none.
func (c *Client) ReadEndpoint(ctx context.Context, id string, doubts func(Endpoint) bool) (Endpoint, error) {
	return c.readers.endpoints.read(ctx, id, doubts)
}

// FindEndpoint returns an endpoint.
func (c *Client) FindEndpoint(ctx context.Context, id string) (Endpoint, error) {
	return c.readers.endpoints.find(ctx, id)
}

// ReadEndpoints returns the account's endpoints.
func (c *Client) ReadEndpoints(ctx context.Context) ([]Endpoint, error) {
	return c.readers.endpoints.readAll(ctx)
}

// ReadNetworkVolume returns a volume. An error that IsGone confirms that there is none.
func (c *Client) ReadNetworkVolume(
	ctx context.Context, id string, doubts func(NetworkVolume) bool,
) (NetworkVolume, error) {
	return c.readers.networkVolumes.read(ctx, id, doubts)
}

// FindNetworkVolume returns a volume.
func (c *Client) FindNetworkVolume(ctx context.Context, id string) (NetworkVolume, error) {
	return c.readers.networkVolumes.find(ctx, id)
}

// ReadNetworkVolumes returns the account's volumes.
func (c *Client) ReadNetworkVolumes(ctx context.Context) ([]NetworkVolume, error) {
	return c.readers.networkVolumes.readAll(ctx)
}

// ReadContainerRegistryAuth returns a login's name. An error that IsGone confirms that there is none.
func (c *Client) ReadContainerRegistryAuth(
	ctx context.Context, id string, doubts func(ContainerRegistryAuth) bool,
) (ContainerRegistryAuth, error) {
	return c.readers.containerRegistryAuths.read(ctx, id, doubts)
}

// FindContainerRegistryAuth returns a login's name.
func (c *Client) FindContainerRegistryAuth(ctx context.Context, id string) (ContainerRegistryAuth, error) {
	return c.readers.containerRegistryAuths.find(ctx, id)
}

// ReadContainerRegistryAuths returns the account's logins.
func (c *Client) ReadContainerRegistryAuths(ctx context.Context) ([]ContainerRegistryAuth, error) {
	return c.readers.containerRegistryAuths.readAll(ctx)
}
