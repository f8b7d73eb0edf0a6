// Package endpointhealth is podfleet_endpoint_health, the counters of an endpoint (contract 3.2).
package endpointhealth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

const entity = "endpoint health"

// DataSource is podfleet_endpoint_health.
type DataSource struct{ framework.DataSourceBase }

var (
	_ datasource.DataSourceWithConfigure      = (*DataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*DataSource)(nil)
)

// NewDataSource returns podfleet_endpoint_health.
func NewDataSource() datasource.DataSource { return &DataSource{} }

// Metadata implements datasource.DataSource.
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_endpoint_health"
}

// Schema implements datasource.DataSource.
func (d *DataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Counts an endpoint's jobs and workers, and waits on request until there are workers " +
			"ready, or few jobs waiting.\n\n" +
			"**A data source is read while the CLI plans**, unless its arguments are known only after an apply, or " +
			"`depends_on` has changes: with `wait_until`, every plan and refresh waits. " +
			"To wait once, after a change, let it depend on what changes.\n\n" +
			"A counter that the deployment leaves out is null.",
		Attributes: map[string]schema.Attribute{
			"endpoint_id": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "Id of the endpoint. A paused one, with `workers_max = 0`, is counted too.",
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
			"wait_until": schema.SingleNestedAttribute{
				Optional: true,
				MarkdownDescription: "What to wait for; all that is set has to hold at one time. If it does not in " +
					"time, reading fails, and the error has the counters. A service that cannot be reached for a " +
					"while, or refuses for its rate limit, does not end the wait.",
				Attributes: map[string]schema.Attribute{
					"workers_ready": schema.Int64Attribute{
						Optional: true,
						MarkdownDescription: "Wait until `workers_ready` is at least this. A worker that is busy is " +
							"not ready, and an endpoint with `workers_min = 0` starts none unless it has jobs: " +
							"of an endpoint that is in use, wait for a short queue instead.",
						Validators: []validator.Int64{int64validator.AtLeast(0)},
					},
					"jobs_in_queue_at_most": schema.Int64Attribute{
						Optional:            true,
						MarkdownDescription: "Wait until `jobs_in_queue` is at most this.",
						Validators:          []validator.Int64{int64validator.AtLeast(0)},
					},
					"timeout": schema.StringAttribute{
						Optional:            true,
						MarkdownDescription: "How long to wait, as a duration such as `90s` or `10m`. Default `10m`.",
						Validators:          []validator.String{validators.Duration()},
					},
				},
			},
			"jobs_completed":       counter("Jobs that ended well, since the service began to count."),
			"jobs_failed":          counter("Jobs that did not, since the service began to count."),
			"jobs_in_progress":     counter("Jobs that a worker is busy with."),
			"jobs_in_queue":        counter("Jobs that wait for a worker."),
			"jobs_retried":         counter("Jobs that were run again, since the service began to count."),
			"workers_idle":         counter("Workers that have nothing to do."),
			"workers_initializing": counter("Workers that start."),
			"workers_ready":        counter("Workers that are ready for work; as a rule the same as `workers_idle`."),
			"workers_running":      counter("Workers that are busy with a job."),
			"workers_throttled": counter("Workers that the service holds back, as a rule because no machine is " +
				"free for them."),
			"workers_unhealthy": counter("Workers that do not work as they should."),
		},
	}
}

func counter(description string) schema.Attribute {
	return schema.Int64Attribute{Computed: true, MarkdownDescription: description}
}

// ValidateConfig refuses a wait_until without a condition. An unknown condition counts as one.
func (d *DataSource) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	var until types.Object
	at := path.Root("wait_until")
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, at, &until)...)
	if until.IsNull() || until.IsUnknown() {
		return
	}
	if conditions := until.Attributes(); conditions["workers_ready"].IsNull() &&
		conditions["jobs_in_queue_at_most"].IsNull() {
		resp.Diagnostics.AddAttributeError(at, "Nothing to wait for",
			"wait_until has neither workers_ready nor jobs_in_queue_at_most. Set one of them, or both, or leave "+
				"wait_until out to read the counters once.")
	}
}

// Read implements datasource.DataSource.
func (d *DataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	health, ok := d.readHealth(ctx, config, &resp.Diagnostics)
	if ok {
		resp.Diagnostics.Append(resp.State.Set(ctx, config.fromAPI(health))...)
	}
}
