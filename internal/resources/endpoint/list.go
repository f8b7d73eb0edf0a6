package endpoint

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// NewListResource returns podfleet_endpoint for `terraform query`.
func NewListResource() list.ListResource {
	return framework.NewListResource[client.Endpoint, lookedUp, model](NewResource(), NewDataSources())
}
