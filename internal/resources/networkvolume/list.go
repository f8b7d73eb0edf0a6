package networkvolume

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

// NewListResource returns podfleet_network_volume for `terraform query`.
func NewListResource() list.ListResource {
	return lookups.NewListResource[api.NetworkVolume, apiModel, model](NewResource(), NewDataSources())
}
