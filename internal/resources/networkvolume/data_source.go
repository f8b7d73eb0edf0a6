package networkvolume

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

var lookup = lookups.Lookup[api.NetworkVolume, apiModel]{
	Entity: entity,
	Of:     policies.Versions,
	Attributes: func() map[string]schema.Attribute {
		return framework.ComputedAttributes[apiModel](attributes(), map[string]string{
			"name":           "Name of the volume. It need not be unique.",
			"size":           "Size in GB.",
			"data_center_id": "Data center of the volume. Pods and workers that mount the volume must run there.",
			"type":           "Performance tier: `STANDARD` or `HIGH_PERFORMANCE`. Null over version 1.",
		})
	},
}

// NewDataSource returns podfleet_network_volume, one volume by id or name.
func NewDataSource() datasource.DataSource {
	return &lookups.DataSource[api.NetworkVolume, apiModel]{
		Lookup:      lookup,
		Description: "Finds a network volume by ID, or by its name if only one volume has it.",
		Users: &lookups.Users{Of: func(c *client.Client) client.UsedBy { return c.NetworkVolumes },
			Note: "An endpoint uses the volumes that it names, with workers or without."},
	}
}

// NewDataSources returns podfleet_network_volumes, the volumes of the account.
func NewDataSources() datasource.DataSource {
	return &lookups.ListDataSource[api.NetworkVolume, apiModel]{
		Lookup:      lookup,
		Description: "Lists the account's network volumes.",
		Objects:     "volumes",
	}
}

// NewListResource returns podfleet_network_volume for `terraform query`.
func NewListResource() list.ListResource {
	return lookups.NewListResource[api.NetworkVolume, apiModel, model](NewResource(), NewDataSources())
}
