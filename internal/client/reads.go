package client

import (
	"context"
	"slices"
)

// The Reads are for whoever refreshes many objects, such as those of a state: lists that several of them share answer
// what would be a GET each, see kind. An object is as it was when the Read began or later, but for what others than
// this process changed in the last 30 s, or while the list was under way. The caller may do with it what it likes.
//
// Read<Kind> is Get<Kind> for a caller who forgets an object that is gone, see IsGone. Find<Kind> is for one to whom a
// 404 is an answer. Read<Kind>s returns all that the account owns, in no particular order.
//
// Waits, and what a change looks at before and after it, use the Gets and the Lists, which are never answered so.

// ReadPod returns a pod. An error that IsGone confirms that there is none.
func (c *Client) ReadPod(ctx context.Context, id string) (Pod, error) {
	return c.readers.pods.read(ctx, id)
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
func (c *Client) ReadTemplate(ctx context.Context, id string) (Template, error) {
	return c.readers.templates.read(ctx, id)
}

// ReadAnyTemplate is ReadTemplate for one that may be another account's, or an official one. It may be asked for many
// times in one refresh, because it is not what the state holds.
func (c *Client) ReadAnyTemplate(ctx context.Context, id string) (Template, error) {
	template, err := c.readers.templates.find(ctx, id)
	return template, c.readers.templates.confirmGone(ctx, err, id, false)
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
func (c *Client) ReadEndpoint(ctx context.Context, id string) (Endpoint, error) {
	return c.readers.endpoints.read(ctx, id)
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
func (c *Client) ReadNetworkVolume(ctx context.Context, id string) (NetworkVolume, error) {
	return c.readers.networkVolumes.read(ctx, id)
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
func (c *Client) ReadContainerRegistryAuth(ctx context.Context, id string) (ContainerRegistryAuth, error) {
	return c.readers.containerRegistryAuths.read(ctx, id)
}

// FindContainerRegistryAuth returns a login's name.
func (c *Client) FindContainerRegistryAuth(ctx context.Context, id string) (ContainerRegistryAuth, error) {
	return c.readers.containerRegistryAuths.find(ctx, id)
}

// ReadContainerRegistryAuths returns the account's logins.
func (c *Client) ReadContainerRegistryAuths(ctx context.Context) ([]ContainerRegistryAuth, error) {
	return c.readers.containerRegistryAuths.readAll(ctx)
}
