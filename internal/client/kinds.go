package client

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
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
	confirmGone(ctx context.Context, err error, id string, without *sharedList[T]) error
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
		pods: newKind(c, &kind[Pod]{get: c.GetPod, ids: c.podIDs, user: Pod.User, dated: true,
			list: listAll(c, c.rest.Pods(), c.rest.Pods().List(PodFilter{IncludeWorkers: true}))}),
		templates: newKind(c, &kind[Template]{get: c.GetTemplate, ids: c.templateIDs, list: c.allTemplates,
			notAll: true}),
		endpoints: newKind(c, &kind[Endpoint]{get: c.GetEndpoint, ids: c.endpointIDs, user: Endpoint.User,
			dated: true,
			list:  listAll(c, c.rest.Endpoints(), c.rest.Endpoints().List(rest.NoFilter{}))}),
		networkVolumes: newKind(c, &kind[NetworkVolume]{get: c.GetNetworkVolume, ids: c.networkVolumeIDs,
			list: listAll(c, c.rest.NetworkVolumes(), c.rest.NetworkVolumes().List(rest.NoFilter{}))}),
		containerRegistryAuths: newKind(c, &kind[ContainerRegistryAuth]{get: c.GetContainerRegistryAuth,
			ids: c.containerRegistryAuthIDs,
			list: listAll(c, c.rest.ContainerRegistryAuths(),
				c.rest.ContainerRegistryAuths().List(rest.NoFilter{}))}),
	}
}

func (k kinds) readers() readers {
	return readers{pods: k.pods, templates: k.templates, endpoints: k.endpoints, networkVolumes: k.networkVolumes,
		containerRegistryAuths: k.containerRegistryAuths}
}

// listAll lists a kind, and repeats the request as any read.
func listAll[T any](c *Client, of objectsOf[T], r transport.Request) func(context.Context) ([]T, error) {
	return func(ctx context.Context) ([]T, error) { return everything(ctx, c.send, r, of.ReadList) }
}

// listOnce lists a kind for a caller that repeats the request by a rule of its own.
func listOnce[T any](c *Client, of objectsOf[T], r transport.Request) func(context.Context) ([]T, error) {
	r.Repeat = transport.NotRepeatable
	return listAll(c, of, r)
}
