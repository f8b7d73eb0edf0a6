package containerregistryauth

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// NewListResource returns podfleet_container_registry_auth for `terraform query`.
func NewListResource() list.ListResource {
	return framework.NewListResource[client.ContainerRegistryAuth, apiModel, model](NewResource(), NewDataSources())
}
