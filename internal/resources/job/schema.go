package job

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Schema describes the resource. No attribute has RequiresReplace: ModifyPlan decides what runs a new job, by what
// would be sent.
func (r *Resource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := submissionAttributes()
	maps.Copy(attributes, behaviourAttributes())
	maps.Copy(attributes, apiAttributes())
	resp.Schema = schema.Schema{
		MarkdownDescription: "Submits a job to a serverless endpoint, waits for its end, and keeps its result in the " +
			"state. A job is billed for the time of its worker, which includes its start and `idle_timeout`.\n\n" +
			"Once a job has finished, the provider never queries it again. The service deletes the result after 30 minutes; " +
			"that is no reason to run the job again. A new job runs only if `endpoint_id`, " +
			"`input`, `input_wo_version`, `policy`, `webhook`, the bucket or endpoint of `s3_config`, or `triggers` change. " +
			"A reformatted input or rotated credentials run no job.\n\n" +
			"If the response to a submission is lost, the provider does not submit the job again: it could run, and be " +
			"billed, twice. The error names the jobs to check.",
		Attributes: attributes,
		Blocks:     map[string]schema.Block{"timeouts": defaults.Block(ctx)},
	}
}

// submissionAttributes returns the attributes that a submission sends.
func submissionAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"endpoint_id": attribute.Required.String("ID of the endpoint that runs the job. A change runs a new job.",
			validators.NotEmpty()),
		"input": attribute.Optional.String("Input of the job, as a JSON object: use `jsonencode`. Spaces, line breaks and "+
			"the order of members do not matter. Numbers are compared in their written form, so `1` and `1.0` differ. "+
			"Exactly one of `input` and `input_wo` is required. A change runs a new job.", validators.JSONObject()),
		"input_wo": attribute.WriteOnly.String("Secret input of the job, as a JSON object. Never stored in plan or state. "+
			"A change takes effect when `input_wo_version` changes. If the worker repeats its input in its output, the "+
			"state stores that, unless `store_output` is `false`. Needs Terraform 1.11 or OpenTofu 1.11.",
			validators.JSONObject(), stringvalidator.AlsoRequires(path.MatchRelative().AtParent().AtName("input_wo_version")),
			stringvalidator.ConflictsWith(path.MatchRoot("input"))),
		"input_wo_version": attribute.Optional.Int64("Version of `input_wo`. Change it to run a new job with the current "+
			"`input_wo`: Terraform cannot see that a write-only value changed.",
			int64validator.AlsoRequires(path.MatchRelative().AtParent().AtName("input_wo"))),
		"policy": policyAttribute(),
		"webhook": attribute.Secret.String("URL that the service calls with the finished job, including its input. The "+
			"service tries three times. Plans do not show the URL, because it may have a password or token. The state "+
			"stores it. A change runs a new job.", validators.HTTPURL()),
		"s3_config": s3ConfigAttribute(),
		"triggers": attribute.Optional.Map("Values of your choice. A change of any of them runs a new job. Use the " +
			"`config_hash` of the template that the job tests, for an endpoint without a template its `image_name`, or a " +
			"date. Do not use the `version` of an endpoint: it changes only after the plan that changes the template, so " +
			"the job would run one apply late."),
	}
}

// behaviourAttributes returns the attributes that say how the provider runs the job. The service does not know them,
// and no change of them runs a job.
func behaviourAttributes() map[string]schema.Attribute {
	isTrue := func(description string) schema.BoolAttribute {
		flag := attribute.Defaulted.Bool(description + " Default: `true`.")
		flag.Default = booldefault.StaticBool(true)
		return flag
	}
	onFailure := attribute.Defaulted.String("Reaction if the apply waited for the job, and the job did not end "+
		"`COMPLETED` or its end is unknown. `fail` is an error. If that apply submitted the job, Terraform taints it, and "+
		"the next apply runs a new one. Otherwise each later apply fails too, and none runs a new job by itself. `keep` is "+
		"a warning, and the job stays as it is. A later apply waits for it only if it has not ended. To accept a job after "+
		"an error, set `keep`, and run `terraform untaint` if it is tainted. Default: `fail`.",
		validators.OneOf(onFailureFail, onFailureKeep))
	onFailure.Default = stringdefault.StaticString(onFailureFail)
	return map[string]schema.Attribute{
		"wait_for_completion": isTrue("Whether to wait until the job ends, up to `timeouts { create }`. After an " +
			"interruption or an import, each apply waits until the job is `COMPLETED`, as an in-place update that submits " +
			"nothing. It fails if the job has ended in another way. With `false`, Terraform creates dependent resources at " +
			"once, and later refreshes update the status. See the [guide](../guides/jobs) for how to gate on such a job."),
		"on_failure": onFailure,
		"cancel_on_destroy": isTrue("Whether a destroy cancels an unfinished job. With `false`, **the job continues and is " +
			"billed**. Apply a change before you destroy: a destroy reads the value of the state, not of the configuration."),
		"store_output": isTrue("Whether to store `output` in the state. Set it to `false` for secret or large results; " +
			"`ephemeral.podfleet_job_result` reads them while the service has them. The first apply after an import reads " +
			"the output of the imported job."),
	}
}

// apiAttributes returns the attributes that the service returns of the job.
func apiAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": attribute.Computed.String("ID of the job."),
		"status": attribute.Computed.String("Status of the job: `IN_QUEUE`, `IN_PROGRESS`, `COMPLETED`, `FAILED`, " +
			"`TIMED_OUT` or `CANCELLED`. `EXPIRED` if the service deleted the job before the provider saw its end: its ttl " +
			"was over, the queue was purged, the endpoint was deleted, or the result had expired."),
		"output": attribute.Computed.String("Output of the worker, as JSON: use `jsondecode`. For a streaming worker, " +
			"the list of its outputs. Null without an output, or if `store_output` is `false`. A job can end `COMPLETED` " +
			"without an output: to fail the apply then, use a [postcondition](../guides/jobs#a-smoke-test-after-a-rollout)."),
		"error": attribute.Computed.String("Error message of a failed job. With `input_wo` or `s3_config`, a refresh " +
			"does not store it, because it may quote them."),
		"delay_time":     attribute.Computed.Int64("Time that the job waited in the queue, in milliseconds."),
		"execution_time": attribute.Computed.Int64("Time that a worker ran the job, in milliseconds."),
		"worker_id":      attribute.Computed.String("ID of the last worker that ran the job."),
		"retries":        attribute.Computed.Int64("Number of workers that died while they ran the job."),
	}
}
