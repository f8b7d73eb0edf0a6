package template

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

var lookup = lookups.Lookup[api.Template, apiModel]{
	Entity:  entity,
	Of:      policies.Versions,
	FromAPI: apiModel{}.fromAPI,
	Attributes: func() map[string]schema.Attribute {
		return framework.ComputedAttributes[apiModel](attributes(), map[string]string{
			"name": "Name of the template, unique in the account that it belongs to.",
			"is_serverless": "Whether the template is for workers of serverless endpoints (`true`) or for pods (`false`). " +
				"Null if the API does not return it.",
			"container_registry_auth_id": "ID of the container registry credentials for pulling the image. Null without " +
				"credentials.",
			"is_platform":    "Whether this is an official template of the service. Null if the API does not return it.",
			"earned":         "Credits that the template has earned its creator. Null if the API does not return them.",
			"runtime_in_min": "Total run time of the template's containers, in minutes. Null if the API does not return it.",
		})
	},
}

// NewDataSource returns podfleet_template, one template by id or name.
func NewDataSource() datasource.DataSource {
	return &lookups.DataSource[api.Template, apiModel]{
		Lookup: lookup,
		Description: "Finds a template. By ID, it finds any template that this account can see. By name, it finds one of " +
			"the account's own templates, including those that endpoints use.\n\n" +
			"Its environment variables are left out, because some may be secret: only the resource knows which were set with " +
			"`env_wo`.",
		Users: &lookups.Users{
			Of:      func(c *client.Client) client.UsedBy { return c.Templates },
			Note:    "Null over version 2, whose objects do not show their templates.",
			Version: framework.Over2(framework.NotReturned, ""),
		},
	}
}

// NewDataSources returns podfleet_templates, the templates of the account and others.
func NewDataSources() datasource.DataSource {
	return &lookups.ListDataSource[api.Template, apiModel]{
		Lookup: lookup,
		Description: "Lists templates: the account's own, and on request public and official ones.\n\n" +
			"Their environment variables are left out, because some may be secret: only a resource knows which were set with " +
			"`env_wo`.",
		Objects: "templates",
		Filters: attribute.Attributes{
			"include_endpoint_bound": attribute.Optional.Bool("Whether to list the account's own templates that endpoints " +
				"use. With the default, a template stays in the list when an endpoint starts to use it. Default: `true`, " +
				"unlike the API's default."),
			"include_public": attribute.Optional.Bool("Whether to list public templates of other accounts too. Their " +
				"number can be very large. Default: `false`."),
			"include_platform": attribute.Optional.Bool("Whether to list the service's official templates too. Services " +
				"have different names for this flag. The provider learns the name from the templates in the response, if " +
				"necessary with a second request. If a response has no template at all, it cannot, and the list can be empty " +
				"although official templates exist. Default: `false`."),
		},
		Missing: map[string]lookups.Missing{
			"include_endpoint_bound": {Over: 2, Except: types.BoolValue(true),
				Why: "It does not return which templates endpoints use."},
		},
		Limits: framework.VersionTable{
			"include_public": framework.Over2(framework.Partly, "at most 100 verified templates and 100 of the community; a "+
				"warning says if there can be more."),
			"include_platform": framework.Over2(framework.Partly, "at most 100; a warning says if there can be more."),
		},
		List: listFiltered,
	}
}

// NewListResource returns podfleet_template for `terraform query`.
func NewListResource() list.ListResource {
	return lookups.NewListResource[api.Template, apiModel, model](NewResource(), NewDataSources())
}

func listFiltered(
	ctx context.Context, c *client.Client, filters lookups.Arguments, diags *diag.Diagnostics,
) ([]api.Template, error) {
	filter := framework.Query[api.TemplateFilter](filters)
	filter.IncludeEndpointBound = filter.IncludeEndpointBound || filters["include_endpoint_bound"].IsNull()
	all, err := c.Templates.List(ctx, filter)
	if c.Version() > 1 {
		warnOfLimit(all, diags)
	}
	return all, err
}

// maxOfSource is the maximum number of templates of one source in a list of version 2 (contract-v2 10).
const maxOfSource = 100

// warnOfLimit warns if a list can lack templates of other accounts. There is a list for each source, and each has a
// limit.
func warnOfLimit(all []api.Template, diags *diag.Diagnostics) {
	others := 0
	for _, one := range all {
		if one.PublicSource != "" {
			others++
		}
	}
	if others >= maxOfSource {
		diags.AddWarning("The list of templates can be incomplete", fmt.Sprintf(
			"Version 2 of the management interface returns at most %d templates of a source of other accounts' templates, "+
				"and the provider received %d in all.\n\n"+
				"Next: find a missing template by its ID, with the data source podfleet_template.", maxOfSource, others))
	}
}
