package client

import (
	"context"
	"slices"

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
	k := newKinds(c)
	return k.readers(), creators{
		pods: newCreation(creation[PodCreate, Pod]{
			c: c, operation: "CreatePod", collection: "pods", kind: k.pods, made: made.pods,
			shown: shownOfPod, identity: identityOfPod,
			list:      listWithoutRetry[Pod](c, "ListPods", "pods", PodFilter{}.query()),
			name:      func(p Pod) string { return p.Name.Or("") },
			createdAt: func(p Pod) string { return p.CreatedAt.Or("") },
			refers:    func(in PodCreate, p Pod) bool { return p.refersElsewhere(in) },
		}),
		templates: newCreation(creation[TemplateCreate, Template]{
			c: c, operation: "CreateTemplate", collection: "templates", kind: k.templates, made: made.templates,
			shown: shownOfTemplate, identity: identityOfTemplate,
			list: listWithoutRetry[Template](c, "ListTemplates", "templates",
				TemplateFilter{IncludeEndpointBound: true}.query(neutralPlatformName)),
			name:   func(t Template) string { return t.Name.Or("") },
			unique: true,
		}),
		endpoints: newCreation(creation[EndpointCreate, Endpoint]{
			c: c, operation: "CreateEndpoint", collection: "endpoints", kind: k.endpoints, made: made.endpoints,
			shown: shownOfEndpoint, identity: identityOfEndpoint,
			list: listWithoutRetry[Endpoint](c, "ListEndpoints", "endpoints", nil),
			name: func(e Endpoint) string { return e.Name.Or("") }, suffix: flashbootSuffix,
			createdAt: func(e Endpoint) string { return e.CreatedAt.Or("") },
			refers:    func(in EndpointCreate, e Endpoint) bool { return otherThan(in.TemplateID, e.TemplateID) },
		}),
		networkVolumes: newCreation(creation[NetworkVolumeCreate, NetworkVolume]{
			c: c, operation: "CreateNetworkVolume", collection: "networkvolumes", kind: k.networkVolumes,
			made: made.networkVolumes, identity: identityOfNetworkVolume,
			list: listWithoutRetry[NetworkVolume](c, "ListNetworkVolumes", "networkvolumes", nil),
			name: func(v NetworkVolume) string { return v.Name.Or("") },
		}),
		containerRegistryAuths: newCreation(creation[ContainerRegistryAuthCreate, ContainerRegistryAuth]{
			c: c, operation: "CreateContainerRegistryAuth", collection: "containerregistryauth",
			kind: k.containerRegistryAuths, made: made.containerRegistryAuths,
			shown: shownOfContainerRegistryAuth, identity: identityOfContainerRegistryAuth,
			list:   listWithoutRetry[ContainerRegistryAuth](c, "ListContainerRegistryAuths", "containerregistryauth", nil),
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
		n.c.peers().know(n.collection, id, originState)
	}
	n.kind.listed = n.made.observe
	lists := []func(context.Context) error{n.c.seePods, n.c.seeEndpoints}
	if n.collection == "endpoints" {
		slices.Reverse(lists)
	}
	return accountChecked[I, T]{creation: n, lists: lists}
}
