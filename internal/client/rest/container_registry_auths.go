package rest

import "github.com/podfleet/terraform-provider-podfleet/internal/client/api"

// ContainerRegistryAuths are registry credentials. They have no update.
type ContainerRegistryAuths interface {
	Objects[NoFilter, api.ContainerRegistryAuthCreate, NoUpdate, api.ContainerRegistryAuth]
	// LeaveTemplates reports whether the service deletes credentials that templates use: the templates then have none.
	LeaveTemplates() bool
}
