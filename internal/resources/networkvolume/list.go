package networkvolume

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

// NewListResource returns podfleet_network_volume for `terraform query`.
func NewListResource() list.ListResource {
	return lookups.NewListResource[client.NetworkVolume, apiModel, model](NewResource(), NewDataSources())
}
