package client

import (
	"context"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// creators create objects of each kind.
type creators struct {
	pods                   creator[PodCreate, Pod]
	templates              creator[TemplateCreate, Template]
	endpoints              creator[EndpointCreate, Endpoint]
	networkVolumes         creator[NetworkVolumeCreate, NetworkVolume]
	containerRegistryAuths creator[ContainerRegistryAuthCreate, ContainerRegistryAuth]
}

// creator is a creation behind an interface, for the reason given at Client.
type creator[I any, T transport.Identified] interface {
	create(ctx context.Context, in I) (Created[T], error)
	takeLate() []LateObject
	// observe looks in a list for late objects of lost creates.
	observe(all []T)
}

// objects are the readers and creators of a client of the account.
func (made accountCreates) objects(c *Client) (readers, creators) {
	k, auths := newKinds(c), c.rest.ContainerRegistryAuths()
	return k.readers(), creators{
		pods: newCreation(creation[PodCreate, Pod]{
			c: c, of: c.rest.Pods(), request: c.rest.Pods().Create, kind: k.pods, made: made.pods,
			shown: shownOfPod, identity: identityOfPod,
			list:      listOnce(c, c.rest.Pods(), c.rest.Pods().List(PodFilter{})),
			name:      func(p Pod) string { return p.Name.Or("") },
			createdAt: func(p Pod) string { return p.CreatedAt.Or("") },
			refers:    podRefersElsewhere,
		}),
		templates: newCreation(creation[TemplateCreate, Template]{
			c: c, of: c.rest.Templates(), request: c.rest.Templates().Create, kind: k.templates, made: made.templates,
			shown: shownOfTemplate, identity: identityOfTemplate,
			list:   listOnce(c, c.rest.Templates(), c.rest.Templates().List(TemplateFilter{IncludeEndpointBound: true})),
			name:   func(t Template) string { return t.Name.Or("") },
			unique: true,
		}),
		endpoints: newCreation(creation[EndpointCreate, Endpoint]{
			c: c, of: c.rest.Endpoints(), request: c.rest.Endpoints().Create, kind: k.endpoints, made: made.endpoints,
			shown: shownOfEndpoint, identity: identityOfEndpoint,
			list: listOnce(c, c.rest.Endpoints(), c.rest.Endpoints().List(rest.NoFilter{})),
			name: func(e Endpoint) string { return e.Name.Or("") }, suffix: model.FlashbootSuffix,
			createdAt: func(e Endpoint) string { return e.CreatedAt.Or("") },
			refers:    func(in EndpointCreate, e Endpoint) bool { return otherThan(in.TemplateID, e.TemplateID) },
		}),
		networkVolumes: newCreation(creation[NetworkVolumeCreate, NetworkVolume]{
			c: c, of: c.rest.NetworkVolumes(), request: c.rest.NetworkVolumes().Create, kind: k.networkVolumes,
			made: made.networkVolumes, identity: identityOfNetworkVolume,
			list: listOnce(c, c.rest.NetworkVolumes(), c.rest.NetworkVolumes().List(rest.NoFilter{})),
			name: func(v NetworkVolume) string { return v.Name.Or("") },
		}),
		containerRegistryAuths: newCreation(creation[ContainerRegistryAuthCreate, ContainerRegistryAuth]{
			c: c, of: auths, request: auths.Create,
			kind: k.containerRegistryAuths, made: made.containerRegistryAuths,
			shown: shownOfContainerRegistryAuth, identity: identityOfContainerRegistryAuth,
			list:   listOnce(c, auths, auths.List(rest.NoFilter{})),
			name:   func(a ContainerRegistryAuth) string { return a.Name.Or("") },
			unique: true,
		}),
	}
}

// newCreation connects a creation with the reads of its kind: an object of a state is not the result of a lost create,
// and any list can show the late object of an earlier create.
//
// With Config.AccountIDs, a create first compares the users that the API key shows. For pods and endpoints, the list
// that the client compares the create with shows them.
func newCreation[I any, T transport.Identified](n creation[I, T]) creator[I, T] {
	n.kind.manages = func(id string) {
		n.made.know(id, originState)
		n.c.peers().know(n.of.Name(), id, originState)
	}
	n.kind.listed = n.made.observe
	lists := []func(context.Context) error{n.c.seePods, n.c.seeEndpoints}
	if n.of.Name() == n.c.rest.Endpoints().Name() {
		slices.Reverse(lists)
	}
	return accountChecked[I, T]{creation: n, lists: lists}
}
