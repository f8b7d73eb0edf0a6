package client

import (
	"context"
	"errors"
	"net/http"
	"net/url"
)

// readers are how objects are read together, by kind.
type readers struct {
	pods                   reader[Pod]
	templates              reader[Template]
	endpoints              reader[Endpoint]
	networkVolumes         reader[NetworkVolume]
	containerRegistryAuths reader[ContainerRegistryAuth]
}

// reader is a kind without its type, see Client.
type reader[T identified] interface {
	read(ctx context.Context, id string) (T, error)
	find(ctx context.Context, id string) (T, error)
	readAll(ctx context.Context) ([]T, error)
	confirmGone(ctx context.Context, err error, id string, without bool) error
	firstWhere(ctx context.Context, has func(*T) bool) ([]T, error)
}

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

func (k kinds) readers() readers {
	return readers{pods: k.pods, templates: k.templates, endpoints: k.endpoints, networkVolumes: k.networkVolumes,
		containerRegistryAuths: k.containerRegistryAuths}
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
