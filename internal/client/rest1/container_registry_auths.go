package rest1

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
)

type authKind = rest.Kind[
	rest.NoFilter, api.ContainerRegistryAuthCreate, rest.NoUpdate, api.ContainerRegistryAuth, api.ContainerRegistryAuth,
]

// ContainerRegistryAuths returns the requests about registry credentials.
func ContainerRegistryAuths(Options) rest.ContainerRegistryAuths {
	return authKind{
		Collection: in("containerregistryauth", "ContainerRegistryAuth"), Items: items[api.ContainerRegistryAuth],
		Object: func(a api.ContainerRegistryAuth) api.ContainerRegistryAuth {
			members.EmptyIsAbsent(&a.Name)
			return a
		},
	}
}
