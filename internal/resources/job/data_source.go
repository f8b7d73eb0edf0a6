package job

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// DataSource is podfleet_job, a job as it is now.
type DataSource struct{ framework.DataSourceBase }

// NewDataSource returns podfleet_job.
func NewDataSource() datasource.DataSource { return &DataSource{framework.DataSourceBase{Type: "job"}} }

// dataSourceModel is a job and the endpoint that runs it.
type dataSourceModel struct {
	apiModel

	EndpointID types.String `tfsdk:"endpoint_id"`
}

// Schema implements datasource.DataSource.
func (d *DataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := framework.ComputedAttributes[apiModel](apiAttributes(), map[string]string{
		"status": "Status of the job: `IN_QUEUE`, `IN_PROGRESS`, `COMPLETED`, `FAILED`, `TIMED_OUT` or `CANCELLED`; " +
			"`EXPIRED` if the service no longer has the job.",
		"output": "Output of the worker, as JSON: use `jsondecode`. For a streaming worker, the list of its outputs. Null " +
			"without an output.",
		"error": "Error message of a failed job.",
	})
	for name, description := range map[string]string{
		"endpoint_id": "ID of the endpoint that runs the job.",
		"id":          "ID of the job.",
	} {
		attributes[name] = schema.StringAttribute{
			Required: true, MarkdownDescription: description,
			Validators: []validator.String{validators.NotEmpty()},
		}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads the present status and result of a job. The service keeps a result for 30 minutes " +
			"after the job's end, or one minute for a job submitted in sync mode. After that, `status` is `EXPIRED`, " +
			"`output` is null, and the provider warns.\n\n" +
			"**The state stores the result.** `ephemeral.podfleet_job_result` reads a result without storing it.",
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
	answer, err := c.LookAtJob(ctx, endpointID, id)
	switch {
	case err == nil:
		warnOfError(endpointID, answer, diags)
		return framework.After(apiModel{}, answer), true
	case isGone(err) && !client.IsEndpointNotFound(err):
		diags.AddWarning(objectOf(id).About("The job's result no longer exists"),
			fmt.Sprintf("The service no longer has the job %s on the endpoint %s, so status is EXPIRED and output is null. "+
				"The service keeps a result for 30 minutes after the job's end, or for one minute in sync mode. It deletes a "+
				"job at once when its ttl is over or the queue is purged.\n\n"+
				"Next: if the job should still exist, check both IDs.", id, endpointID))
		return apiModel{listedModel: listedModel{ID: types.StringValue(id), Status: types.StringValue(expired)}}, true
	default:
		failure := framework.Failure{Verb: "read", Entity: entity, Name: id, Err: err, Advice: adviceOn404(err)}
		if client.IsEndpointNotFound(err) {
			failure.Advice = submissionAdvice(endpointID, err)
		}
		failure.AddTo(diags)
		return apiModel{}, false
	}
}
