package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
)

// IsGone reports whether an object is known not to exist any more (contract 2.1,
// Gone): a 404 on its own path that the service answered itself, and a list of its
// kind without it. Only that may take something out of a state. ReadPod and its
// kin return it, and the deletes.
func IsGone(err error) bool { return hasKind(err, KindGone) }

// confirmGone makes KindGone of a 404 on an object's own path, if it is the
// service's own, and if the ids that list returns are without the object. A front
// end's 404, and that of a wrong URL, say nothing about it: then it stays an
// error, which says what there is to doubt. list is asked once, and only then.
func confirmGone(ctx context.Context, err error, id string, list func(context.Context) ([]string, error)) error {
	var notFound *Error
	if !errors.As(err, &notFound) || notFound.Kind != KindNotFound {
		return err
	}
	if !notFound.ownAnswer {
		return fmt.Errorf("%w; this is not how the service says that there is no such object", err)
	}
	ids, listErr := list(ctx)
	switch {
	case listErr != nil:
		return fmt.Errorf("%w; a list of its kind, which could confirm that, failed: %w", err, listErr)
	case slices.Contains(ids, id):
		return fmt.Errorf("%w; but a list of its kind has it", err)
	}
	gone := *notFound
	gone.Kind = KindGone
	return &gone
}

// ReadPod is GetPod for who forgets what is gone: see IsGone.
func (c *Client) ReadPod(ctx context.Context, id string) (Pod, error) {
	pod, err := c.GetPod(ctx, id)
	return pod, confirmGone(ctx, err, id, c.podIDs)
}

// ReadTemplate is GetTemplate for who forgets what is gone: see IsGone.
func (c *Client) ReadTemplate(ctx context.Context, id string) (Template, error) {
	template, err := c.GetTemplate(ctx, id)
	return template, confirmGone(ctx, err, id, c.templateIDs)
}

// ReadEndpoint is GetEndpoint for who forgets what is gone: see IsGone.
func (c *Client) ReadEndpoint(ctx context.Context, id string) (Endpoint, error) {
	endpoint, err := c.GetEndpoint(ctx, id)
	return endpoint, confirmGone(ctx, err, id, c.endpointIDs)
}

// ReadNetworkVolume is GetNetworkVolume for who forgets what is gone: see IsGone.
func (c *Client) ReadNetworkVolume(ctx context.Context, id string) (NetworkVolume, error) {
	volume, err := c.GetNetworkVolume(ctx, id)
	return volume, confirmGone(ctx, err, id, c.networkVolumeIDs)
}

// ReadContainerRegistryAuth is GetContainerRegistryAuth for who forgets what is gone: see IsGone.
func (c *Client) ReadContainerRegistryAuth(ctx context.Context, id string) (ContainerRegistryAuth, error) {
	auth, err := c.GetContainerRegistryAuth(ctx, id)
	return auth, confirmGone(ctx, err, id, c.containerRegistryAuthIDs)
}

// The ids of all objects of a kind, wherever a list leaves some of them out by
// default.

func (c *Client) podIDs(ctx context.Context) ([]string, error) {
	return c.ids(ctx, "ListPods", "pods", url.Values{"includeWorkers": {"true"}})
}

func (c *Client) templateIDs(ctx context.Context) ([]string, error) {
	everywhere := TemplateFilter{IncludeEndpointBound: true, IncludePublic: true, IncludePlatform: true}
	return c.ids(ctx, "ListTemplates", "templates", everywhere.query(neutralPlatformName))
}

func (c *Client) endpointIDs(ctx context.Context) ([]string, error) {
	return c.ids(ctx, "ListEndpoints", "endpoints", nil)
}

func (c *Client) networkVolumeIDs(ctx context.Context) ([]string, error) {
	return c.ids(ctx, "ListNetworkVolumes", "networkvolumes", nil)
}

func (c *Client) containerRegistryAuthIDs(ctx context.Context) ([]string, error) {
	return c.ids(ctx, "ListContainerRegistryAuths", "containerregistryauth", nil)
}

func (c *Client) ids(ctx context.Context, operation, collection string, query url.Values) ([]string, error) {
	list := request{operation: operation, method: http.MethodGet, path: []string{collection}, query: query}
	all, err := doChecked(ctx, c, list, func(all []idWire) error {
		if all == nil { // An empty list would confirm that an object is gone, and null is none.
			return errors.New("it is null, and not a list")
		}
		return areIdentified(all)
	})
	ids := make([]string, len(all))
	for i, object := range all {
		ids[i] = object.ID
	}
	return ids, err
}

type idWire struct {
	ID string `json:"id"`
}

func (w idWire) identifier() string { return w.ID }
