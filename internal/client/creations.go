package client

// creations are how objects are made, by kind.
type creations struct {
	pods                   creation[PodCreate, Pod]
	templates              creation[TemplateCreate, Template]
	endpoints              creation[EndpointCreate, Endpoint]
	networkVolumes         creation[NetworkVolumeCreate, NetworkVolume]
	containerRegistryAuths creation[ContainerRegistryAuthCreate, ContainerRegistryAuth]
}

func newCreations(c *Client) creations {
	made := c.account.creates
	return creations{
		pods: creation[PodCreate, Pod]{
			c: c, operation: "CreatePod", collection: "pods", shown: shownOfPod, kind: c.kinds.pods, made: made.pods,
			list:   once[Pod](c, "ListPods", "pods", PodFilter{}.query()),
			name:   func(p Pod) string { return p.Name.Or("") },
			refers: func(in PodCreate, p Pod) bool { return p.refersElsewhere(in) },
		},
		templates: creation[TemplateCreate, Template]{
			c: c, operation: "CreateTemplate", collection: "templates", shown: shownOfTemplate,
			kind: c.kinds.templates, made: made.templates,
			list: once[Template](c, "ListTemplates", "templates",
				TemplateFilter{IncludeEndpointBound: true}.query(neutralPlatformName)),
			name:   func(t Template) string { return t.Name.Or("") },
			unique: func(in TemplateCreate) string { return in.Name.Or("") },
		},
		endpoints: creation[EndpointCreate, Endpoint]{
			c: c, operation: "CreateEndpoint", collection: "endpoints", shown: shownOfEndpoint,
			kind: c.kinds.endpoints, made: made.endpoints,
			list: once[Endpoint](c, "ListEndpoints", "endpoints", nil),
			name: func(e Endpoint) string { return e.Name.Or("") }, suffix: flashbootSuffix,
			refers: func(in EndpointCreate, e Endpoint) bool { return otherThan(in.TemplateID, e.TemplateID) },
		},
		networkVolumes: creation[NetworkVolumeCreate, NetworkVolume]{
			c: c, operation: "CreateNetworkVolume", collection: "networkvolumes",
			kind: c.kinds.networkVolumes, made: made.networkVolumes,
			list: once[NetworkVolume](c, "ListNetworkVolumes", "networkvolumes", nil),
			name: func(v NetworkVolume) string { return v.Name.Or("") },
		},
		containerRegistryAuths: creation[ContainerRegistryAuthCreate, ContainerRegistryAuth]{
			c: c, operation: "CreateContainerRegistryAuth", collection: "containerregistryauth",
			shown: shownOfContainerRegistryAuth,
			kind:  c.kinds.containerRegistryAuths, made: made.containerRegistryAuths,
			list:   once[ContainerRegistryAuth](c, "ListContainerRegistryAuths", "containerregistryauth", nil),
			name:   func(a ContainerRegistryAuth) string { return a.Name.Or("") },
			unique: func(in ContainerRegistryAuthCreate) string { return in.Name },
		},
	}
}
