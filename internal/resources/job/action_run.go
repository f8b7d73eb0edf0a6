package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// RunAction is podfleet_job_run.
type RunAction struct{ framework.ActionBase }

var (
	_ action.ActionWithConfigure      = (*RunAction)(nil)
	_ action.ActionWithValidateConfig = (*RunAction)(nil)
)

// NewRunAction makes the action, as the registry wants it.
func NewRunAction() action.Action { return &RunAction{} }

// run is the configuration of the action.
type run struct {
	EndpointID types.String   `tfsdk:"endpoint_id"`
	Input      types.String   `tfsdk:"input"`
	Sensitive  types.Bool     `tfsdk:"sensitive"`
	Policy     types.Object   `tfsdk:"policy"`
	Webhook    types.String   `tfsdk:"webhook"`
	S3Config   types.Object   `tfsdk:"s3_config"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

// destination is where a worker is to write. There are no write-only attributes:
// framework 1.19 refuses any value of one in an action.
type destination struct {
	AccessID     types.String `tfsdk:"access_id"`
	AccessSecret types.String `tfsdk:"access_secret"`
	BucketName   types.String `tfsdk:"bucket_name"`
	EndpointURL  types.String `tfsdk:"endpoint_url"`
}

// Metadata names the type.
func (a *RunAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_job_run"
}

// Schema describes the action.
func (a *RunAction) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Runs a job on a serverless endpoint each time it is invoked, and waits for its end. What the worker streams is told as it comes, else its output at the end, each cut to 2000 bytes. " +
			"Any end but `COMPLETED` is an error, with what the worker said and why that happens.\n\n" +
			"A submission whose answer is lost is not repeated: it may have arrived, and would run, and bill, twice. The error says what to look for.\n\n" +
			aboutInterruption + " Neither does the timeout end it.\n\n" +
			"**An action is no gate.** A failure fails the apply that invokes it, and is forgotten by the next one; and an endpoint's `after_update` does not fire when its template changes, because the endpoint does not change in that plan. " +
			"For a gate, and for a job whose result is needed elsewhere in the configuration, use the resource `podfleet_job`.",
		Attributes: map[string]schema.Attribute{
			"endpoint_id": endpointAttribute(),
			"input": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "What the worker gets, as a JSON object: use `jsonencode`. Plans show it, but for what comes from `sensitive` variables, and a saved plan has all of it.",
				Validators:          []validator.String{validators.JSONObject()},
			},
			"sensitive": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: "Whether input and output are secret: then nothing that the job puts out is told, only how much that is, and what its errors repeat of the input is hidden. Default `false`.",
			},
			"policy": schema.SingleNestedAttribute{
				Optional:            true,
				MarkdownDescription: "How long the job may take, and how urgent it is.",
				Attributes: map[string]schema.Attribute{
					"execution_timeout": schema.Int64Attribute{
						Optional:            true,
						MarkdownDescription: aboutExecutionTimeout,
					},
					"low_priority": schema.BoolAttribute{
						Optional:            true,
						MarkdownDescription: aboutLowPriority,
					},
					"ttl": schema.Int64Attribute{
						Optional:            true,
						MarkdownDescription: aboutTTL,
					},
				},
			},
			"webhook": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "URL that the service calls with the finished job, its input included. It tries three times.",
				Validators:          []validator.String{validators.HTTPURL()},
			},
			"s3_config": schema.SingleNestedAttribute{
				Optional:            true,
				MarkdownDescription: "A bucket that the worker is to write to; it is handed on to the worker as it is.",
				Attributes: map[string]schema.Attribute{
					"access_id": schema.StringAttribute{
						Required:            true,
						MarkdownDescription: "Id of the access key.",
					},
					"access_secret": schema.StringAttribute{
						Required:            true,
						MarkdownDescription: "Secret of the access key: give it as a `sensitive` variable, or plans show it. It is never told.",
					},
					"bucket_name": schema.StringAttribute{
						Required:            true,
						MarkdownDescription: "Name of the bucket.",
					},
					"endpoint_url": schema.StringAttribute{
						Required:            true,
						MarkdownDescription: "URL of the bucket's service.",
					},
				},
			},
		},
		Blocks: map[string]schema.Block{"timeouts": framework.InvokeTimeout(ctx, runTimeout)},
	}
}

// ValidateConfig holds the rules that span attributes.
func (a *RunAction) ValidateConfig(ctx context.Context, req action.ValidateConfigRequest, resp *action.ValidateConfigResponse) {
	var config run
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	checkPolicy(ctx, path.Root("policy"), config.Policy, &resp.Diagnostics)
	checkSize(path.Root("input"), config.Input, config.Webhook, types.StringValue(modeAsync), &resp.Diagnostics)
	if at := path.Root("s3_config"); !config.S3Config.IsNull() && !config.S3Config.IsUnknown() {
		var to destination
		resp.Diagnostics.Append(config.S3Config.As(ctx, &to, basetypes.ObjectAsOptions{})...)
		checkEndpointURL(ctx, at, to.EndpointURL, &resp.Diagnostics)
	}
}

// Invoke submits the job, once, and says its id at once: nothing else remembers it.
func (a *RunAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config run
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	within, cancel := framework.WithTimeout(ctx, config.Timeouts.Invoke, runTimeout, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	in := submission{Input: config.Input, Webhook: config.Webhook, Policy: config.Policy}.toRun(ctx, &resp.Diagnostics)
	if !config.S3Config.IsNull() {
		var to destination
		resp.Diagnostics.Append(config.S3Config.As(ctx, &to, basetypes.ObjectAsOptions{})...)
		in.S3Config = &client.JobS3Config{
			AccessID: to.AccessID.ValueString(), AccessSecret: to.AccessSecret.ValueString(),
			BucketName: to.BucketName.ValueString(), EndpointURL: to.EndpointURL.ValueString(),
		}
	}
	if resp.Diagnostics.HasError() {
		return
	}
	secret := ""
	if config.Sensitive.ValueBool() {
		secret = config.Input.ValueString()
	}
	within = redacted(within, secret, in)
	endpointID := config.EndpointID.ValueString()
	job, err := a.Client.RunJob(within, endpointID, in)
	if err != nil {
		failure := submissionFailure(endpointID, err)
		failure.Timeout = "invoke"
		if client.OutcomeUnknown(err) {
			failure.Advice = mayHaveBeenInvoked(endpointID, healthOf(within, a.Client, endpointID))
		}
		failure.AddTo(&resp.Diagnostics)
		return
	}
	logSubmission(ctx, endpointID, job.ID)
	framework.Tell(resp, "Submitted job %s to endpoint %s. %s", job.ID, endpointID, ifInterrupted)
	s := watch(within, a.Client, endpointID, job.ID, resp)
	s.discreet = config.Sensitive.ValueBool()
	s.ttl, s.lowPriority = in.Policy.TTL, in.Policy.LowPriority.Or(false)
	s.known.Retention = client.AsyncRetention
	s.toTheEnd(ctx, within, job)
}
