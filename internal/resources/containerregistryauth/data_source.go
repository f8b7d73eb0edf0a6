package containerregistryauth

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

var lookup = lookups.Lookup[api.ContainerRegistryAuth, apiModel]{
	Entity: entity,
	Of:     policies.Versions,
	Attributes: func() map[string]schema.Attribute {
		return framework.ComputedAttributes[apiModel](attributes(), map[string]string{
			"name": "Name of the credentials, unique in the account.",
		})
	},
}

// NewDataSource returns podfleet_container_registry_auth, one login by id or name.
func NewDataSource() datasource.DataSource {
	return &lookups.DataSource[api.ContainerRegistryAuth, apiModel]{
		Lookup: lookup,
		Description: "Finds container registry credentials by ID or name, to use their ID in templates and pods. The API " +
			"never returns user name and password.",
		Users: &lookups.Users{
			Of: func(c *client.Client) client.UsedBy { return c.ContainerRegistryAuths }, Templates: true,
			Note: "An endpoint uses the credentials of its template.",
		},
	}
}

// NewDataSources returns podfleet_container_registry_auths, the logins of the account.
func NewDataSources() datasource.DataSource {
	return &lookups.ListDataSource[api.ContainerRegistryAuth, apiModel]{
		Lookup: lookup,
		Description: "Lists the account's container registry credentials. The API never returns their user names and " +
			"passwords.",
		Objects: "container registry credentials",
	}
}

// NewListResource returns podfleet_container_registry_auth for `terraform query`.
func NewListResource() list.ListResource {
	return lookups.NewListResource[api.ContainerRegistryAuth, apiModel, model](NewResource(), NewDataSources())
}
