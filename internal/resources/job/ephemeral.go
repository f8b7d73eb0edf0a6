package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Result is the ephemeral podfleet_job_result: the result of a job, which plan and state do not store. The CLI opens it
// in every plan and every apply, so it reads and never submits.
type Result struct{ framework.EphemeralBase }

// NewResult returns podfleet_job_result.
func NewResult() ephemeral.EphemeralResource { return &Result{} }

type resultModel struct {
	EndpointID types.String `tfsdk:"endpoint_id"`
	JobID      types.String `tfsdk:"job_id"`
	Status     types.String `tfsdk:"status"`
	Output     types.String `tfsdk:"output"`
	Error      types.String `tfsdk:"error"`
}

// Metadata implements ephemeral.EphemeralResource.
func (e *Result) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_job_result"
}

// Schema implements ephemeral.EphemeralResource.
func (e *Result) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	output := attribute.Computed.String("Output of the worker, as JSON: use `jsondecode`. Null without an output.")
	output.Sensitive = true
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads the result of a job and stores it nowhere. Use it for secret results, together with " +
			"`store_output = false` of `podfleet_job`. It never submits a job.\n\n" +
			"The service keeps a result for 30 minutes after the job's end, or one minute if the job was submitted in sync " +
			"mode. After that, `status` is `EXPIRED`, `output` is null, and the provider warns. So let nothing depend on the " +
			"result that Terraform plans later than that.",
		Attributes: attribute.Attributes{
			"endpoint_id": attribute.Required.String("ID of the endpoint that ran the job.", validators.NotEmpty()),
			"job_id":      attribute.Required.String("ID of the job.", validators.NotEmpty()),
			"status": attribute.Computed.String("Status of the job: `IN_QUEUE`, `IN_PROGRESS`, `COMPLETED`, `FAILED`, " +
				"`TIMED_OUT` or `CANCELLED`; `EXPIRED` if the service no longer has the job."),
			"output": output,
			"error":  attribute.Computed.String("Error message of a failed job."),
		}.OfEphemeral(),
	}
}

// Open reads the job.
func (e *Result) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var config resultModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	job, ok := readJob(ctx, e.Client, config.EndpointID.ValueString(), config.JobID.ValueString(), &resp.Diagnostics)
	if !ok {
		return
	}
	config.Status, config.Output, config.Error = job.Status, job.Output, job.Error
	resp.Diagnostics.Append(resp.Result.Set(ctx, config)...)
}
