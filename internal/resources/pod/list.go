package pod

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

// NewListResource returns podfleet_pod for `terraform query`.
func NewListResource() list.ListResource {
	return lookups.NewListResource[api.Pod, apiModel, model](NewResource(), NewDataSources())
}
