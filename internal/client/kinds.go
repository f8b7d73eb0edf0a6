package client

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// readers read objects of each kind, with as few requests as possible.
type readers struct {
	pods                   reader[Pod]
	templates              reader[Template]
	endpoints              reader[Endpoint]
	networkVolumes         reader[NetworkVolume]
	containerRegistryAuths reader[ContainerRegistryAuth]
}

// reader is a kind behind an interface, for the reason given at Client.
type reader[T transport.Identified] interface {
	read(ctx context.Context, id string, doubts func(T) bool) (T, error)
	find(ctx context.Context, id string) (T, error)
	readAll(ctx context.Context) ([]T, error)
	confirmGone(ctx context.Context, err error, id string) error
	firstWhere(ctx context.Context, has func(*T) bool) ([]T, error)
	baselineFor(ctx context.Context, c *Client) (baselines[T], error)
}

// kinds are the readers' implementations.
type kinds struct {
	pods                   *kind[Pod]
	templates              *kind[Template]
	endpoints              *kind[Endpoint]
	networkVolumes         *kind[NetworkVolume]
	containerRegistryAuths *kind[ContainerRegistryAuth]
}

func newKinds(c *Client) kinds {
	return kinds{
		pods: newKind(c, &kind[Pod]{get: c.Pods.Get, ids: c.podIDs, user: Pod.user, dated: true,
			list: listAll[Pod](c, "ListPods", "pods", PodFilter{IncludeWorkers: true}.query())}),
		templates: newKind(c, &kind[Template]{get: c.Templates.Get, ids: c.templateIDs, list: c.allTemplates,
			notAll: true}),
		endpoints: newKind(c, &kind[Endpoint]{get: c.Endpoints.Get, ids: c.endpointIDs, user: Endpoint.user,
			dated: true,
			list:  listAll[Endpoint](c, "ListEndpoints", "endpoints", nil)}),
		networkVolumes: newKind(c, &kind[NetworkVolume]{get: c.NetworkVolumes.Get, ids: c.networkVolumeIDs,
			list: listAll[NetworkVolume](c, "ListNetworkVolumes", "networkvolumes", nil)}),
		containerRegistryAuths: newKind(c, &kind[ContainerRegistryAuth]{get: c.ContainerRegistryAuths.Get,
			ids:  c.containerRegistryAuthIDs,
			list: listAll[ContainerRegistryAuth](c, "ListContainerRegistryAuths", "containerregistryauth", nil)}),
	}
}

func (k kinds) readers() readers {
	return readers{pods: k.pods, templates: k.templates, endpoints: k.endpoints, networkVolumes: k.networkVolumes,
		containerRegistryAuths: k.containerRegistryAuths}
}

// listAll lists a kind, and repeats the request as any read is.
func listAll[T transport.Identified](
	c *Client, operation, collection string, query url.Values,
) func(context.Context) ([]T, error) {
	return listBy[T](c, transport.Request{Operation: operation, Path: []string{collection}, Query: query})
}

// listWithoutRetry lists a kind for a caller that repeats it by a rule of its own.
func listWithoutRetry[T transport.Identified](
	c *Client, operation, collection string, query url.Values,
) func(context.Context) ([]T, error) {
	return listBy[T](c, transport.Request{
		Operation: operation, Path: []string{collection}, Query: query, Repeat: transport.NotRepeatable,
	})
}

func listBy[T transport.Identified](c *Client, r transport.Request) func(context.Context) ([]T, error) {
	r.Method = http.MethodGet
	return func(ctx context.Context) ([]T, error) { return transport.Checked(ctx, c.send, r, isList[T]) }
}

// isList checks that an answer is a list in which every object has an id. Empty means that there are none; null is not
// a list.
func isList[T transport.Identified](all []T) error {
	if all == nil {
		return errors.New("it is null, and not a list")
	}
	return transport.AreIdentified(all)
}
