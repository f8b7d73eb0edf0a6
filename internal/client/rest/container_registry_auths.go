package rest

import "github.com/podfleet/terraform-provider-podfleet/internal/client/model"

// ContainerRegistryAuths are registry credentials. They have no update.
type ContainerRegistryAuths interface {
	Objects[NoFilter, model.ContainerRegistryAuthCreate, NoUpdate, model.ContainerRegistryAuth]
	// LeaveTemplates reports whether the service deletes credentials that templates use: the templates then have none.
	LeaveTemplates() bool
}
