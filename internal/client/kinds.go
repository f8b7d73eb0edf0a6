package client

import (
	"context"
	"errors"
	"net/http"
	"net/url"
)

// kinds are those whose objects can be read together.
type kinds struct {
	pods                   *kind[Pod]
	templates              *kind[Template]
	endpoints              *kind[Endpoint]
	networkVolumes         *kind[NetworkVolume]
	containerRegistryAuths *kind[ContainerRegistryAuth]
}

func newKinds(c *Client) kinds {
	return kinds{
		pods: newKind(c, &kind[Pod]{get: c.GetPod, ids: c.podIDs,
			list: allOf[Pod](c, "ListPods", "pods", PodFilter{IncludeWorkers: true}.query())}),
		templates: newKind(c, &kind[Template]{get: c.GetTemplate, ids: c.templateIDs, list: c.allTemplates,
			notAll: true}),
		endpoints: newKind(c, &kind[Endpoint]{get: c.GetEndpoint, ids: c.endpointIDs,
			list: allOf[Endpoint](c, "ListEndpoints", "endpoints", nil)}),
		networkVolumes: newKind(c, &kind[NetworkVolume]{get: c.GetNetworkVolume, ids: c.networkVolumeIDs,
			list: allOf[NetworkVolume](c, "ListNetworkVolumes", "networkvolumes", nil)}),
		containerRegistryAuths: newKind(c, &kind[ContainerRegistryAuth]{get: c.GetContainerRegistryAuth,
			ids:  c.containerRegistryAuthIDs,
			list: allOf[ContainerRegistryAuth](c, "ListContainerRegistryAuths", "containerregistryauth", nil)}),
	}
}

// allOf lists a kind.
func allOf[T identified](
	c *Client, operation, collection string, query url.Values,
) func(context.Context) ([]T, error) {
	r := request{operation: operation, method: http.MethodGet, path: []string{collection}, query: query}
	return func(ctx context.Context) ([]T, error) { return doChecked(ctx, c, r, isList[T]) }
}

// isList checks that there is a list, and that everything in it has an id. An empty one says that there is nothing, and
// null says nothing.
func isList[T identified](all []T) error {
	if all == nil {
		return errors.New("it is null, and not a list")
	}
	return areIdentified(all)
}

// once is allOf for a caller who repeats it by a rule of its own.
func once[T identified](
	c *Client, operation, collection string, query url.Values,
) func(context.Context) ([]T, error) {
	r := request{operation: operation, method: http.MethodGet, path: []string{collection}, query: query,
		repeat: notRepeatable}
	return func(ctx context.Context) ([]T, error) { return doChecked(ctx, c, r, isList[T]) }
}
