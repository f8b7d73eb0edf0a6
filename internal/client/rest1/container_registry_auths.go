package rest1

import (
	"encoding/json"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
)

// ContainerRegistryAuths returns the requests about registry credentials.
func ContainerRegistryAuths(Options) rest.ContainerRegistryAuths {
	return authRequests{objects[
		rest.NoFilter, model.ContainerRegistryAuthCreate, rest.NoUpdate, authWire, model.ContainerRegistryAuth,
	]{
		collection: containerRegistryAuths, one: "ContainerRegistryAuth", many: "ContainerRegistryAuths",
		object: func(w authWire) model.ContainerRegistryAuth { return model.ContainerRegistryAuth(w) },
	}}
}

// containerRegistryAuths is the first element of paths.
const containerRegistryAuths = "containerregistryauth"

// authRequests implements rest.ContainerRegistryAuths.
type authRequests struct {
	objects[rest.NoFilter, model.ContainerRegistryAuthCreate, rest.NoUpdate, authWire, model.ContainerRegistryAuth]
}

// LeaveTemplates implements rest.ContainerRegistryAuths: the service rejects such a delete.
func (authRequests) LeaveTemplates() bool { return false }

// authWire are registry credentials in answers of version 1.
type authWire model.ContainerRegistryAuth

// UnmarshalJSON makes members absent whose empty value means none.
func (a *authWire) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, (*model.ContainerRegistryAuth)(a)); err != nil {
		return err
	}
	members.EmptyIsAbsent(&a.Name)
	return nil
}
