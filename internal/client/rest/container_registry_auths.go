package rest

import "github.com/podfleet/terraform-provider-podfleet/internal/client/api"

// ContainerRegistryAuths are registry credentials. They have no update.
type ContainerRegistryAuths = Objects[NoFilter, api.ContainerRegistryAuthCreate, NoUpdate, api.ContainerRegistryAuth]
