package endpoint

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// lookedUp holds the attributes of a data source: those of the resource, and the container settings and pools, which
// the resource has only if they are configured. Over version 1 they are null: its endpoints have the settings of their
// templates. Environment variables are left out, because secret ones are among them.
type lookedUp struct {
	apiModel
	ImageName               types.String `tfsdk:"image_name"`
	ContainerDiskInGB       types.Int64  `tfsdk:"container_disk_in_gb"`
	ContainerRegistryAuthID types.String `tfsdk:"container_registry_auth_id"`
	DockerEntrypoint        types.List   `tfsdk:"docker_entrypoint"`
	DockerStartCmd          types.List   `tfsdk:"docker_start_cmd"`
	Ports                   types.List   `tfsdk:"ports"`
	GPUPools                types.Set    `tfsdk:"gpu_pools"`
	ExcludedGPUTypeIDs      types.Set    `tfsdk:"excluded_gpu_type_ids"`
}

func lookedUpFrom(e client.Endpoint) lookedUp {
	text, list, set := types.StringNull(), types.ListNull(types.StringType), types.SetNull(types.StringType)
	return lookedUp{
		apiModel:                apiModel{}.fromAPI(e),
		ImageName:               framework.String(e.ImageName, text, text),
		ContainerDiskInGB:       framework.Int64(e.ContainerDiskInGB, types.Int64Null(), types.Int64Null()),
		ContainerRegistryAuthID: framework.Reference(e.ContainerRegistryAuthID, text),
		DockerEntrypoint:        framework.StringList(e.DockerEntrypoint, list, list),
		DockerStartCmd:          framework.StringList(e.DockerStartCmd, list, list),
		Ports:                   framework.StringList(e.Ports, list, list),
		GPUPools:                framework.StringSet(e.GPUPools, set, set),
		ExcludedGPUTypeIDs:      framework.StringSet(e.ExcludedGPUTypeIDs, set, set),
	}
}

var lookup = framework.Lookup[client.Endpoint, lookedUp]{
	Entity: entity,
	Of: policies.AllVersions().With(framework.VersionTable{
		"version":           framework.Over2(framework.NotReturned, ""),
		"template_id":       framework.Over2(framework.NotReturned, ""),
		"network_volume_id": framework.Over2(framework.NotReturned, "`network_volume_ids` has it."),
	}),
	FromAPI: lookedUpFrom,
	Attributes: func() map[string]schema.Attribute {
		return framework.ComputedAttributes[lookedUp](attributes(), map[string]string{
			"name":                 "Name of the endpoint. Others can have it too.",
			"template_id":          "Id of the template that workers are made from.",
			"image_name":           "Container image of the workers." + nullOver1,
			"container_disk_in_gb": "Size of the container's disk in GB." + nullOver1,
			"container_registry_auth_id": "ID of the registry credentials that the image is pulled with. Null if there are " +
				"none, and over version 1.",
			"docker_entrypoint": "Replaces the image's ENTRYPOINT. `[]`: the image's own." + nullOver1,
			"docker_start_cmd":  "Replaces the image's CMD. `[]`: the image's own." + nullOver1,
			"ports":             "Exposed ports, as `<port>/<protocol>`. `[]`: none." + nullOver1,
			gpuPoolIDs: "IDs of the pools of GPU types that workers may run on, except `excluded_gpu_type_ids`. Null for a " +
				"CPU endpoint, and over version 1.",
			excludedGPUTypeIDs: "GPU types of `gpu_pools` that workers do not run on. Null for a CPU endpoint, and over " +
				"version 1.",
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

// withoutEnv ends the description of a data source.
const withoutEnv = "Over version 2 of the management interface, an endpoint has container settings of its own: those " +
	"that are configured, or a copy of its template's. Environment variables are left out, because secret ones are " +
	"among them."

// nullOver1 ends the description of an attribute that version 1 does not return.
const nullOver1 = " Null over version 1."

// NewDataSource returns podfleet_endpoint, one endpoint by id or name.
func NewDataSource() datasource.DataSource {
	return &framework.DataSource[client.Endpoint, lookedUp]{
		Lookup:      lookup,
		Description: "Finds a serverless endpoint by id, or by name where only one has it.\n\n" + withoutEnv,
	}
}

// NewDataSources returns podfleet_endpoints, the endpoints of the account.
func NewDataSources() datasource.DataSource {
	return &framework.ListDataSource[client.Endpoint, lookedUp]{
		Lookup:      lookup,
		Description: "Lists the account's serverless endpoints.\n\n" + withoutEnv,
		Objects:     "endpoints",
	}
}
