package endpoint

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// DataSource is podfleet_endpoint, an endpoint by id or name.
type DataSource struct{ framework.ByIDOrName }

var (
	_ datasource.DataSourceWithConfigure        = (*DataSource)(nil)
	_ datasource.DataSourceWithConfigValidators = (*DataSource)(nil)
)

// NewDataSource makes the data source, as the registry wants it.
func NewDataSource() datasource.DataSource { return &DataSource{} }

// Metadata names the type.
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_endpoint"
}

// Schema describes the data source.
func (d *DataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds a serverless endpoint by id, or by name where only one has it.",
		Attributes:          framework.AttributesByIDOrName(entity, attributes()),
	}
}

// attributes are what the service says of an endpoint.
func attributes() map[string]schema.Attribute {
	text := func(means string) schema.Attribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: means}
	}
	number := func(means string) schema.Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: means}
	}
	list := func(means string) schema.Attribute {
		return schema.ListAttribute{ElementType: types.StringType, Computed: true, MarkdownDescription: means}
	}
	set := func(means string) schema.Attribute {
		return schema.SetAttribute{ElementType: types.StringType, Computed: true, MarkdownDescription: means}
	}
	return map[string]schema.Attribute{
		"id":                    text("The service's id of the endpoint, which is also its address on the queue interface."),
		"name":                  text("Name of the endpoint. Others can have it too."),
		"template_id":           text("Id of the template that workers are made from."),
		"compute_type":          text("`GPU` or `CPU`. Some deployments say `GPU` of every endpoint."),
		"gpu_type_ids":          list("GPU types that workers may run on, the preferred first. `[]` is any."),
		"gpu_count":             number("GPUs of each worker. Null for CPU endpoints."),
		"allowed_cuda_versions": set("CUDA versions that the machines of workers may have. `[]` is any."),
		"min_cuda_version":      text("Lowest CUDA version that the machines of workers may have. Null is any."),
		"data_center_ids":       set("Data centers that workers may run in. `[]` is all."),
		"network_volume_id":     text("Id of the network volume that every worker mounts. Null is none."),
		"network_volume_ids":    set("Ids of network volumes of which a worker mounts the one that is where it runs. `[]` is none."),
		"workers_min":           number("Workers that always run."),
		"workers_max":           number("Most workers at a time. `0` is a paused endpoint."),
		"workers_standby":       number("Workers that the service holds ready."),
		"idle_timeout":          number("Seconds that a worker stays without a job."),
		"scaler_type":           text("What adds workers: `QUEUE_DELAY` or `REQUEST_COUNT`."),
		"scaler_value":          number("Seconds, or jobs, by `scaler_type`."),
		"execution_timeout_ms":  number("Milliseconds that a job may run unless it says otherwise itself."),
		"flashboot":             schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether workers that have ended can come back faster than cold ones start."},
		"instance_ids":          list("Instance types that the service settled on, if it says so."),
		"version":               number("Rises by one with every change that rolls the workers, those of the template included: after the plan that changes it, so `triggers` follow the `config_hash` of the template instead."),
		"user_id":               text("Who made the endpoint."),
		"created_at":            text("When the endpoint was made, as the service spells it."),
	}
}

// Read finds the endpoint.
func (d *DataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	found, ok := framework.Find(ctx, entity, d.Client.GetEndpoint, d.Client.ListEndpoints, named, req, resp)
	if !ok {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, returned{}.fromAPI(found))...)
}
