package template

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

// NewListResource returns podfleet_template for `terraform query`.
func NewListResource() list.ListResource {
	return lookups.NewListResource[api.Template, apiModel, model](NewResource(), NewDataSources())
}
