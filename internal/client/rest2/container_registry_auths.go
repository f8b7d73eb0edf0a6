package rest2

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
)

// ContainerRegistryAuths returns the requests about registry credentials.
func ContainerRegistryAuths() rest.ContainerRegistryAuths {
	return authRequests{objects[
		rest.NoFilter, api.ContainerRegistryAuthCreate, rest.NoUpdate, api.ContainerRegistryAuth,
		api.ContainerRegistryAuth,
	]{
		collection: containerRegistryAuths,
		create:     func(in api.ContainerRegistryAuthCreate) any { return in },
		object: func(a api.ContainerRegistryAuth) api.ContainerRegistryAuth {
			members.EmptyIsAbsent(&a.Name)
			return a
		},
	}}
}

// containerRegistryAuths is where registry credentials are.
var containerRegistryAuths = collection{
	"containerregistryauth", "registries", "registries", "ContainerRegistryAuth", "ContainerRegistryAuths",
}

// authRequests implements rest.ContainerRegistryAuths.
type authRequests struct {
	objects[
		rest.NoFilter, api.ContainerRegistryAuthCreate, rest.NoUpdate, api.ContainerRegistryAuth,
		api.ContainerRegistryAuth,
	]
}

// LeaveTemplates implements rest.ContainerRegistryAuths (contract-v2 7).
func (authRequests) LeaveTemplates() bool { return true }
