package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// runConfig is the configuration of podfleet_job_run.
type runConfig struct {
	EndpointID types.String   `tfsdk:"endpoint_id"`
	Input      types.String   `tfsdk:"input"`
	Sensitive  types.Bool     `tfsdk:"sensitive"`
	Policy     types.Object   `tfsdk:"policy"`
	Webhook    types.String   `tfsdk:"webhook"`
	S3Config   types.Object   `tfsdk:"s3_config"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

// NewRunAction returns podfleet_job_run.
func NewRunAction() action.Action {
	return &framework.Action[runConfig]{
		Type: "job_run", Attributes: runAttributes(), Timeout: runTimeout, Run: runJob,
		Validate: func(config runConfig, diags *diag.Diagnostics) {
			validatePolicy(path.Root("policy"), config.Policy, diags)
			validateS3Config(path.Root("s3_config"), config.S3Config, diags)
		},
		Description: "Runs a job on a serverless endpoint each time it is invoked, and waits for its end. While " +
			"the job runs, the CLI shows each chunk of output that a streaming worker sends, as a progress message. At the " +
			"end, it shows the output. Each message is cut to 2000 bytes. Any end but `COMPLETED` is an error, which has the " +
			"worker's message and the cause.\n\n" +
			"If the response to a submission is lost, the provider does not submit the job again: it could run, and be " +
			"billed, twice. The error names the jobs to check.\n\n" + interruptionDescription + " The timeout does not " +
			"cancel the job either.\n\n" +
			"**An action does not gate later applies.** A failure fails the apply that invokes the action, and the next " +
			"apply ignores it. An endpoint's `after_update` does not run when its template changes, because the endpoint " +
			"does not change in that plan. For a gate, or if the configuration needs the result, use the resource " +
			"`podfleet_job`.",
	}
}

func runAttributes() attribute.Attributes {
	return attribute.Attributes{
		"endpoint_id": framework.ActionID("ID of the endpoint that runs the job."),
		"input": attribute.Required.String("Input of the job, as a JSON object: use `jsonencode`. Plans show it, except "+
			"values of `sensitive` variables. A saved plan has all of it. Progress messages show the parts that the worker "+
			"repeats, including values of `sensitive` variables, unless `sensitive` is `true`.", validators.JSONObject()),
		"sensitive": attribute.Optional.Bool("Whether input and output are secret. If `true`, progress messages show " +
			"only the size of the output, and errors hide parts of the input. Default: `false`."),
		"policy": attribute.Described(policyAttribute(), "Time limits of the job, and its priority."),
		"webhook": attribute.Optional.String("URL that the service calls with the finished job, including its input. The "+
			"service tries three times. If the URL has a password or token, use a `sensitive` variable, or plans show it. "+
			"Progress messages never show it.", validators.HTTPURL()),
		"s3_config": actionS3ConfigAttribute(),
	}
}

// runJob submits the job once and reports its id at once: nothing else records it.
func runJob(
	request, bounded context.Context, c *client.Client, config runConfig, resp *action.InvokeResponse,
) {
	in := submissionOf(config.Input, config.Webhook, config.Policy, config.S3Config)
	secret := ""
	if config.Sensitive.ValueBool() {
		secret = config.Input.ValueString()
	}
	bounded = redactSecrets(bounded, secret, in)
	endpointID := config.EndpointID.ValueString()
	job, err := c.RunJob(bounded, endpointID, in)
	if err != nil {
		const then = "If the job exists, check it with the data source podfleet_job, or end it with the action " +
			"podfleet_job_cancel. If the service did not accept the job, invoke this action again."
		submissionFailure(bounded, c, endpointID, "invoke", then, err).AddTo(&resp.Diagnostics)
		return
	}
	logSubmission(request, endpointID, job.ID)
	framework.SendProgress(resp, "Submitted job %s to endpoint %s. %s", job.ID, endpointID, interruptionHint)
	r := newReporter(bounded, c, endpointID, job, resp)
	r.hideOutput = config.Sensitive.ValueBool()
	r.follow(request, bounded)
}
