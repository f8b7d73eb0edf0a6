package endpoint

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

// lookedUp holds the attributes of a data source: those of the resource, and the container settings, pools and CPUs,
// which the resource has only if they are configured. Over version 1 they are null: its endpoints have the settings of
// their templates, and its answers have no CPUs. Environment variables are left out, because some may be secret.
type lookedUp struct {
	apiModel
	shownContainer
	hardwareModel
}

func lookedUpFrom(e api.Endpoint) lookedUp {
	e = model{}.spelled(e)
	found := framework.After(lookedUp{}, e)
	found.apiModel = apiModel{}.fromAPI(e)
	found.ContainerRegistryAuthID = framework.Reference(e.ContainerRegistryAuthID, types.StringNull())
	return found
}

var lookup = lookups.Lookup[api.Endpoint, lookedUp]{
	Entity: entity,
	Of: policies.Versions.With(framework.VersionTable{
		"version":           framework.Over2(framework.NotReturned, ""),
		"template_id":       framework.Over2(framework.NotReturned, ""),
		"network_volume_id": framework.Over2(framework.NotReturned, "See `network_volume_ids`."),
		cpuFlavorIDs:        framework.Over1(framework.NotReturned, ""),
		"vcpu_count":        framework.Over1(framework.NotReturned, ""),
	}),
	FromAPI: lookedUpFrom,
	Attributes: func() map[string]schema.Attribute {
		return framework.ComputedAttributes[lookedUp](attributes(), map[string]string{
			"name":        "Name of the endpoint. It need not be unique.",
			"template_id": "ID of the template for workers.",
			"image_name":  "Container image of the workers. Null over version 1.",
			gpuPoolIDs: "IDs of the pools of GPU types that workers may run on, except `excluded_gpu_type_ids`. Null for a " +
				"CPU endpoint, and over version 1.",
			cpuFlavorIDs: "CPU flavors that workers may run on, in order of preference. Null for a GPU endpoint, and over " +
				"version 1.",
			"vcpu_count": "Number of vCPUs of each worker. Null for a GPU endpoint, and over version 1.",
			"compute_type": "Type of the workers' machines: `GPU` or `CPU`. Some services return `GPU` for every " +
				"endpoint.",
			"gpu_type_ids":      "GPU types that workers may run on, in order of preference. `[]` allows any.",
			"min_cuda_version":  "Minimum CUDA version of worker machines. Null allows any.",
			"data_center_ids":   "Data centers that workers may run in. `[]` allows all.",
			"network_volume_id": "ID of the network volume that every worker mounts. Null without one.",
			"version": "Version of the endpoint, which rises by one with every rolling update of its workers, including " +
				"those that a change of the template starts. It changes only after the plan that changes the template, so " +
				"reference the template's `config_hash` in `triggers` instead.",
		})
	},
}

// withoutEnv ends the description of a data source.
const withoutEnv = "Over version 2 of the management interface, an endpoint has container settings of its own: the " +
	"configured ones, or a copy of its template's. Environment variables are left out, because some may be secret."

// NewDataSource returns podfleet_endpoint, one endpoint by id or name.
func NewDataSource() datasource.DataSource {
	return &lookups.DataSource[api.Endpoint, lookedUp]{
		Lookup:      lookup,
		Description: "Finds a serverless endpoint by ID, or by its name if only one endpoint has it.\n\n" + withoutEnv,
	}
}

// NewDataSources returns podfleet_endpoints, the endpoints of the account.
func NewDataSources() datasource.DataSource {
	return &lookups.ListDataSource[api.Endpoint, lookedUp]{
		Lookup:      lookup,
		Description: "Lists the account's serverless endpoints.\n\n" + withoutEnv,
		Objects:     "endpoints",
	}
}

// NewListResource returns podfleet_endpoint for `terraform query`.
func NewListResource() list.ListResource {
	return lookups.NewListResource[api.Endpoint, lookedUp, model](NewResource(), NewDataSources())
}
