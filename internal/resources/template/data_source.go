package template

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

var lookup = lookups.Lookup[api.Template, apiModel]{
	Entity:  entity,
	Of:      policies.AllVersions(),
	FromAPI: apiModel{}.fromAPI,
	Attributes: func() map[string]schema.Attribute {
		return framework.ComputedAttributes[apiModel](attributes(), map[string]string{
			"start_ssh": "Whether new pods of the template get the variable `PUBLIC_KEY` with the account's SSH keys. Null " +
				"over version 1.",
			"start_jupyter": "Whether new pods of the template get a generated variable `JUPYTER_PASSWORD`. Null over " +
				"version 1.",
			"name":       "Name of the template, unique in the account that it belongs to.",
			"image_name": "Container image with its tag.",
			"is_serverless": "Whether the template is for workers of serverless endpoints (`true`) or for pods (`false`). " +
				"Null if the API does not return it.",
			"volume_in_gb": "Size of the local volume in GB. It persists across restarts. `0` without a volume.",
			"container_registry_auth_id": "ID of the container registry credentials for pulling the image. Null without " +
				"credentials.",
			"docker_entrypoint": "Replacement for the image's ENTRYPOINT. `[]` keeps the image's own.",
			"docker_start_cmd":  "Replacement for the image's CMD. `[]` keeps the image's own.",
			"ports": "Exposed ports, as `<port>/<protocol>` with protocol `http` or `tcp`. `[]` if " +
				"containers expose none.",
			"readme":         "Description in Markdown. Empty without one.",
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
		Filters: map[string]schema.Attribute{
			"include_endpoint_bound": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "Whether to list the account's own templates that endpoints use. With the default, a " +
					"template stays in the list when an endpoint starts to use it. Default: `true`, unlike the API's default.",
			},
			"include_public": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "Whether to list public templates of other accounts too. Their number can be very large. " +
					"Default: `false`.",
			},
			"include_platform": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "Whether to list the service's official templates too. Services have different names for " +
					"this flag. The provider learns the name from the templates in the response, if necessary with a second " +
					"request. If a response has no template at all, it cannot, and the list can be empty although official " +
					"templates exist. Default: `false`.",
			},
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

// sourceFilters are the filters that ask for the templates of a source of version 2.
var sourceFilters = map[string]string{
	"verified": "include_public", "community": "include_public", "official": "include_platform",
}

// warnOfLimit warns if a list can lack templates of other accounts, because the list of a source is full. There is a
// list for each source, and each has its own limit.
func warnOfLimit(all []api.Template, diags *diag.Diagnostics) {
	received := map[string]int{}
	for _, one := range all {
		received[one.PublicSource]++
	}
	for _, source := range slices.Sorted(maps.Keys(sourceFilters)) {
		if received[source] < maxOfSource {
			continue
		}
		diags.AddAttributeWarning(path.Root(sourceFilters[source]), "The list of templates can be incomplete", fmt.Sprintf(
			"Version 2 of the management interface returns at most %d templates of a source of other accounts' templates, "+
				"and the provider received %d from the source %q.\n\n"+
				"Next: find a missing template by its ID, with the data source podfleet_template.",
			maxOfSource, received[source], source))
	}
}
