package job

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// DataSource is podfleet_job, a job as it is now.
type DataSource struct{ framework.DataSourceBase }

var _ datasource.DataSourceWithConfigure = (*DataSource)(nil)

// NewDataSource returns podfleet_job.
func NewDataSource() datasource.DataSource { return &DataSource{} }

// dataSourceModel is a job and the endpoint that runs it.
type dataSourceModel struct {
	apiModel

	EndpointID types.String `tfsdk:"endpoint_id"`
}

// Metadata implements datasource.DataSource.
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_job"
}

// Schema implements datasource.DataSource.
func (d *DataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := framework.ComputedAttributes[apiModel](apiAttributes(), map[string]string{
		"status": "`IN_QUEUE`, `IN_PROGRESS`, `COMPLETED`, `FAILED`, `TIMED_OUT` or `CANCELLED`; `EXPIRED` if the " +
			"service does not know it any more.",
		"output": "What the worker returned, as JSON: use `jsondecode`. Of a worker that streams, the list of what " +
			"it put out. Null if there is none.",
		"error": "What went wrong, of a job that failed.",
	})
	for name, description := range map[string]string{
		"endpoint_id": "Id of the endpoint that runs the job.",
		"id":          "The service's id of the job.",
	} {
		attributes[name] = schema.StringAttribute{
			Required: true, MarkdownDescription: description,
			Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
		}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads a job as it is now: its status, and its result for as long as the service keeps " +
			"that, which is 30 minutes after its end, and one minute for a job submitted in sync mode. Once it is " +
			"gone, `status` is `EXPIRED`, `output` is null, and there is a warning.\n\n" +
			"What is read here ends up in the state. `ephemeral.podfleet_job_result` reads without that.",
		Attributes: attributes,
	}
}

// Read implements datasource.DataSource.
func (d *DataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config dataSourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	job, ok := readJob(ctx, d.Client, config.EndpointID.ValueString(), config.ID.ValueString(), &resp.Diagnostics)
	if !ok {
		return
	}
	config.apiModel = job
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}

// readJob reads a job. One that is gone is an expired one with a warning, unless its endpoint is gone: that is an
// error. ok is false after an error.
func readJob(
	ctx context.Context, c *client.Client, endpointID, id string, diags *diag.Diagnostics,
) (job apiModel, ok bool) {
	answer, err := c.LookAtJob(ctx, endpointID, id, client.JobHistory{})
	switch {
	case err == nil:
		if answer.Status == client.JobCompleted && answer.Error.Or("") != "" {
			diags.AddWarning("The job completed with an error", fmt.Sprintf("The job %s on the endpoint %s is COMPLETED, "+
				"but its result has an error: see the attribute error.\n\nNext: check the job's output and the endpoint's "+
				"logs.", id,
				endpointID))
		}
		return apiModel{}.fromAPI(answer), true
	case isGone(err) && !client.IsEndpointNotFound(err):
		diags.AddWarning("The job's result is gone",
			fmt.Sprintf("The service does not know the job %s on the endpoint %s any more, so its status here is "+
				"EXPIRED and its output null. Results are kept for 30 minutes after a job's end, and for one minute "+
				"in sync mode; a job whose ttl is over, or that was purged, is gone at once. If it never existed, "+
				"check the id.", id, endpointID))
		return apiModel{ID: types.StringValue(id), Status: types.StringValue(expired)}, true
	default:
		failure := framework.Failure{Verb: "read", Entity: entity, Name: id, Err: err}
		switch {
		case client.IsEndpointNotFound(err):
			failure.Advice = submissionAdvice(endpointID, err)
		default:
			failure.Advice = adviceOn404(err)
		}
		failure.AddTo(diags)
		return apiModel{}, false
	}
}
