package rest1

import (
	"encoding/json"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
)

// ContainerRegistryAuths returns the requests about registry credentials.
func ContainerRegistryAuths(Options) rest.ContainerRegistryAuths {
	return authRequests{objects[
		rest.NoFilter, api.ContainerRegistryAuthCreate, rest.NoUpdate, authWire, api.ContainerRegistryAuth,
	]{
		collection: containerRegistryAuths, one: "ContainerRegistryAuth", many: "ContainerRegistryAuths",
		object: func(w authWire) api.ContainerRegistryAuth { return api.ContainerRegistryAuth(w) },
	}}
}

// containerRegistryAuths is the first element of paths.
const containerRegistryAuths = "containerregistryauth"

// authRequests implements rest.ContainerRegistryAuths.
type authRequests struct {
	objects[rest.NoFilter, api.ContainerRegistryAuthCreate, rest.NoUpdate, authWire, api.ContainerRegistryAuth]
}

// LeaveTemplates implements rest.ContainerRegistryAuths: the service rejects such a delete.
func (authRequests) LeaveTemplates() bool { return false }

// authWire are registry credentials in answers of version 1.
type authWire api.ContainerRegistryAuth

// UnmarshalJSON makes members absent whose empty value means none.
func (a *authWire) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, (*api.ContainerRegistryAuth)(a)); err != nil {
		return err
	}
	members.EmptyIsAbsent(&a.Name)
	return nil
}
