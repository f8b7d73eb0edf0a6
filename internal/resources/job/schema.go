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
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Schema describes the resource. No attribute has RequiresReplace: ModifyPlan decides what runs a new job, by what
// would be sent.
func (r *Resource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := submissionAttributes()
	maps.Copy(attributes, behaviourAttributes())
	maps.Copy(attributes, apiAttributes())
	resp.Schema = schema.Schema{
		MarkdownDescription: "A job on a serverless endpoint: submitted once, followed to its end, and then kept as " +
			"it ended.\n\n" +
			"A finished job is never asked about again. That the service forgets its result after a while (30 " +
			"minutes, or one minute in `sync` mode) changes nothing here, " +
			"and is no reason to run it again. A new job runs when `endpoint_id`, `input`, `input_wo_version`, " +
			"`policy`, `webhook`, the bucket or the endpoint of `s3_config`, or `triggers` change; " +
			"nothing else does that, so that no money is spent for a reformatted input or a rotated credential.\n\n" +
			"A submission whose answer is lost is not repeated: it may have arrived, and would run, and bill, twice. " +
			"The error says what to look for.",
		Attributes: attributes,
		Blocks:     map[string]schema.Block{"timeouts": defaults.Block(ctx)},
	}
}

// submissionAttributes returns the attributes that a submission sends.
func submissionAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"endpoint_id": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "Id of the endpoint that runs the job. A change runs a new job.",
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
		},
		"input": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "What the worker gets, as a JSON object: use `jsonencode`. Spaces, line breaks and " +
				"the order of its members do not matter; numbers are compared as they are written, so `1` and `1.0` " +
				"differ. " +
				"Exactly one of `input` and `input_wo` is needed. A change runs a new job.",
			Validators: []validator.String{validators.JSONObject()},
		},
		"input_wo": schema.StringAttribute{
			Optional: true, Sensitive: true, WriteOnly: true,
			MarkdownDescription: "The same, never stored in plan or state. A change takes effect when " +
				"`input_wo_version` changes. " +
				"If a worker puts its input into its output, the output still brings it into the state, unless " +
				"`store_output` is `false`. Needs Terraform 1.11 or OpenTofu 1.11.",
			Validators: []validator.String{
				validators.JSONObject(),
				stringvalidator.AlsoRequires(path.MatchRoot("input_wo_version")),
			},
		},
		"input_wo_version": schema.Int64Attribute{
			Optional: true,
			MarkdownDescription: "Change it to run a new job with the current `input_wo`. Nothing else tells that a " +
				"write-only value has changed.",
			Validators: []validator.Int64{int64validator.AlsoRequires(path.MatchRoot("input_wo"))},
		},
		"policy": policyAttribute(),
		"webhook": schema.StringAttribute{
			Optional: true, Sensitive: true,
			MarkdownDescription: "URL that the service calls with the finished job, its input included. It tries " +
				"three times. Plans do not show it, because such URLs have passwords and tokens in them; it is kept in " +
				"the state. A change runs a new job.",
			Validators: []validator.String{validators.HTTPURL()},
		},
		"s3_config": s3ConfigAttribute(),
		"triggers": schema.MapAttribute{
			Optional: true, ElementType: types.StringType,
			MarkdownDescription: "Values of your own. A change of any runs a new job: the `config_hash` of the " +
				"template that it tests, a date. " +
				"Not the `version` of an endpoint, which moves only after a plan that changes the template: the job " +
				"would run one apply late.",
		},
	}
}

// behaviourAttributes returns the attributes that say how the provider runs the job. The service does not know them,
// and no change of them runs a job.
func behaviourAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"mode": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(modeAsync),
			MarkdownDescription: "`async` submits to the queue. `sync` is for jobs of seconds: the service answers " +
				"with the result if it has it at once, and forgets it after one minute. Default `async`.",
			Validators: []validator.String{stringvalidator.OneOf(modeAsync, modeSync)},
		},
		"wait_for_completion": schema.BoolAttribute{
			Optional: true, Computed: true, Default: booldefault.StaticBool(true),
			MarkdownDescription: "Whether the apply waits until the job ends, up to `timeouts { create }`. The next " +
				"apply continues an interrupted wait, as an in-place update that submits nothing; the same happens after " +
				"you import an unfinished job. If you import a job that has ended, but not `COMPLETED`, the first apply " +
				"fails unless `on_failure` is `keep`. If `false`, the apply does not wait, and Terraform creates " +
				"dependent resources at once; later refreshes update the status. See the [guide](../guides/jobs) for " +
				"how to gate on such a job. Default `true`.",
		},
		"max_retries": schema.Int64Attribute{
			Optional: true, Computed: true, Default: int64default.StaticInt64(0),
			MarkdownDescription: "How often a job that ended `FAILED` or `TIMED_OUT` is run again, under the same " +
				"id, before that is its end. A wait that goes on after an interruption has what is left of them. " +
				"Needs `wait_for_completion`. Default `0`.",
			Validators: []validator.Int64{int64validator.Between(0, maxMaxRetries)},
		},
		"on_failure": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(onFailureFail),
			MarkdownDescription: "Reaction if the apply waited for the job and the job did not end `COMPLETED`, or its " +
				"end is unknown: `fail` is an error, and the next apply runs a new job; `keep` is a warning, and the job " +
				"stays as it is. After an error, `terraform untaint` keeps a tainted job, and `on_failure = \"keep\"` one " +
				"that is not tainted. If you change `keep` back to `fail`, each apply fails for a job that did not end " +
				"`COMPLETED`, and none runs a new job by itself. Default `fail`.",
			Validators: []validator.String{stringvalidator.OneOf(onFailureFail, onFailureKeep)},
		},
		"cancel_on_destroy": schema.BoolAttribute{
			Optional: true, Computed: true, Default: booldefault.StaticBool(true),
			MarkdownDescription: "Whether a destroy cancels the job if it is not done. If `false` it goes on, and " +
				"bills. Default `true`.",
		},
		"store_output": schema.BoolAttribute{
			Optional: true, Computed: true, Default: booldefault.StaticBool(true),
			MarkdownDescription: "Whether `output` is kept in the state. Set it to `false` for results that are " +
				"secret or large; " +
				"`ephemeral.podfleet_job_result` reads them for as long as the service has them. The output of an imported " +
				"job is read by the first apply after the import. Default `true`.",
		},
	}
}

// apiAttributes returns the attributes that the service returns of the job.
func apiAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The service's id of the job.",
		},
		"status": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "`IN_QUEUE`, `IN_PROGRESS`, `COMPLETED`, `FAILED`, `TIMED_OUT` or `CANCELLED`; " +
				"`EXPIRED` if the service deleted the job before it was seen to end: its ttl was over, the queue was " +
				"purged, the endpoint deleted, or the result forgotten.",
		},
		"output": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "What the worker returned, as JSON: use `jsondecode`. Of a worker that streams, the " +
				"list of what it put out. Null if there is none, or `store_output` is `false`.",
		},
		"error": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "What went wrong, of a job that failed. Of a job with `input_wo`, what a refresh " +
				"finds is not stored, because it may quote the input.",
		},
		"delay_time": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "How long the job waited in the queue, in milliseconds.",
		},
		"execution_time": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "How long a worker was busy with it, in milliseconds.",
		},
		"worker_id": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Id of the worker that had it last.",
		},
		"retries": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "How many workers died on it.",
		},
	}
}
