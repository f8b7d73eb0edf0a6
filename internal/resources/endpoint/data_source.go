package endpoint

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

var lookup = framework.Lookup[client.Endpoint, apiModel]{
	Entity: entity,
	Of: policies.AllVersions().With(framework.VersionTable{
		"version":           framework.Over2(framework.NotReturned, ""),
		"template_id":       framework.Over2(framework.NotReturned, ""),
		"network_volume_id": framework.Over2(framework.NotReturned, "`network_volume_ids` has it."),
	}),
	FromAPI: apiModel{}.fromAPI,
	Attributes: func() map[string]schema.Attribute {
		return framework.ComputedAttributes[apiModel](attributes(), map[string]string{
			"name":                  "Name of the endpoint. Others can have it too.",
			"template_id":           "Id of the template that workers are made from.",
			"compute_type":          "`GPU` or `CPU`. Some deployments say `GPU` of every endpoint.",
			"gpu_type_ids":          "GPU types that workers may run on, the preferred first. `[]` is any.",
			"gpu_count":             "GPUs of each worker. Null for CPU endpoints.",
			"allowed_cuda_versions": "CUDA versions that the machines of workers may have. `[]` is any.",
			"min_cuda_version":      "Lowest CUDA version that the machines of workers may have. Null is any.",
			"data_center_ids":       "Data centers that workers may run in. `[]` is all.",
			"network_volume_id":     "Id of the network volume that every worker mounts. Null is none.",
			"network_volume_ids": "Ids of network volumes of which a worker mounts the one that is where it runs. " +
				"`[]` is none.",
			"workers_min":  "Workers that always run.",
			"workers_max":  "Most workers at a time. `0` is a paused endpoint.",
			"idle_timeout": "Seconds that a worker stays without a job.",
			"scaler_type":  "What adds workers: `QUEUE_DELAY` or `REQUEST_COUNT`.",
			"scaler_value": "Seconds, or jobs, by `scaler_type`.",
			"version": "Rises by one with every change that rolls the workers, those of the template included: " +
				"after the plan that changes it, so `triggers` follow the `config_hash` of the template instead.",
		})
	},
}

// NewDataSource returns podfleet_endpoint, one endpoint by id or name.
func NewDataSource() datasource.DataSource {
	return &framework.DataSource[client.Endpoint, apiModel]{
		Lookup:      lookup,
		Description: "Finds a serverless endpoint by id, or by name where only one has it.",
	}
}

// NewDataSources returns podfleet_endpoints, the endpoints of the account.
func NewDataSources() datasource.DataSource {
	return &framework.ListDataSource[client.Endpoint, apiModel]{
		Lookup:      lookup,
		Description: "Lists the account's serverless endpoints.",
		Objects:     "endpoints",
	}
}
