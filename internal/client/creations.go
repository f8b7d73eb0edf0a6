package client

import "context"

// creators create objects of each kind.
type creators struct {
	pods                   creator[PodCreate, Pod]
	templates              creator[TemplateCreate, Template]
	endpoints              creator[EndpointCreate, Endpoint]
	networkVolumes         creator[NetworkVolumeCreate, NetworkVolume]
	containerRegistryAuths creator[ContainerRegistryAuthCreate, ContainerRegistryAuth]
}

// creator is a creation behind an interface, for the reason given at Client.
type creator[I any, T identified] interface {
	create(ctx context.Context, in I) (Created[T], error)
}

// objects are the readers and creators of a client of the account.
func (made accountCreates) objects(c *Client) (readers, creators) {
	k := newKinds(c)
	return k.readers(), creators{
		pods: creation[PodCreate, Pod]{
			c: c, operation: "CreatePod", collection: "pods", shown: shownOfPod, kind: k.pods, made: made.pods,
			list:   listWithoutRetry[Pod](c, "ListPods", "pods", PodFilter{}.query()),
			name:   func(p Pod) string { return p.Name.Or("") },
			refers: func(in PodCreate, p Pod) bool { return p.refersElsewhere(in) },
		},
		templates: creation[TemplateCreate, Template]{
			c: c, operation: "CreateTemplate", collection: "templates", shown: shownOfTemplate,
			kind: k.templates, made: made.templates,
			list: listWithoutRetry[Template](c, "ListTemplates", "templates",
				TemplateFilter{IncludeEndpointBound: true}.query(neutralPlatformName)),
			name:   func(t Template) string { return t.Name.Or("") },
			unique: func(in TemplateCreate) string { return in.Name.Or("") },
		},
		endpoints: creation[EndpointCreate, Endpoint]{
			c: c, operation: "CreateEndpoint", collection: "endpoints", shown: shownOfEndpoint,
			kind: k.endpoints, made: made.endpoints,
			list: listWithoutRetry[Endpoint](c, "ListEndpoints", "endpoints", nil),
			name: func(e Endpoint) string { return e.Name.Or("") }, suffix: flashbootSuffix,
			refers: func(in EndpointCreate, e Endpoint) bool { return otherThan(in.TemplateID, e.TemplateID) },
		},
		networkVolumes: creation[NetworkVolumeCreate, NetworkVolume]{
			c: c, operation: "CreateNetworkVolume", collection: "networkvolumes",
			kind: k.networkVolumes, made: made.networkVolumes,
			list: listWithoutRetry[NetworkVolume](c, "ListNetworkVolumes", "networkvolumes", nil),
			name: func(v NetworkVolume) string { return v.Name.Or("") },
		},
		containerRegistryAuths: creation[ContainerRegistryAuthCreate, ContainerRegistryAuth]{
			c: c, operation: "CreateContainerRegistryAuth", collection: "containerregistryauth",
			shown: shownOfContainerRegistryAuth,
			kind:  k.containerRegistryAuths, made: made.containerRegistryAuths,
			list:   listWithoutRetry[ContainerRegistryAuth](c, "ListContainerRegistryAuths", "containerregistryauth", nil),
			name:   func(a ContainerRegistryAuth) string { return a.Name.Or("") },
			unique: func(in ContainerRegistryAuthCreate) string { return in.Name },
		},
	}
}
