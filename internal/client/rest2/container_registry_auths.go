package rest2

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
)

// containerRegistryAuths is where registry credentials are.
var containerRegistryAuths = rest.Collection{
	Shared: "containerregistryauth", Path: "registries", One: "ContainerRegistryAuth", Many: "ContainerRegistryAuths",
}

type authKind = rest.Kind[
	rest.NoFilter, api.ContainerRegistryAuthCreate, rest.NoUpdate, api.ContainerRegistryAuth, api.ContainerRegistryAuth,
]

// ContainerRegistryAuths returns the requests about registry credentials.
func ContainerRegistryAuths() rest.ContainerRegistryAuths {
	return authKind{
		Collection: containerRegistryAuths,
		Items:      itemsOf[api.ContainerRegistryAuth](containerRegistryAuths, "registries"),
		Object: func(a api.ContainerRegistryAuth) api.ContainerRegistryAuth {
			members.EmptyIsAbsent(&a.Name)
			return a
		},
	}
}
