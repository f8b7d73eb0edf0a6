package containerregistryauth

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

// NewListResource returns podfleet_container_registry_auth for `terraform query`.
func NewListResource() list.ListResource {
	return lookups.NewListResource[api.ContainerRegistryAuth, apiModel, model](NewResource(), NewDataSources())
}
