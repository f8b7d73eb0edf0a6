package job

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Default timeouts: a cancellation is quick, what runs a job takes as long as the job.
const (
	cancelTimeout = 2 * time.Minute
	runTimeout    = time.Hour
)

// interruptionHint comes with the first progress message about a running job: as a rule the plugin protocol drops what
// an interrupted action says at its end.
const interruptionHint = "If this is interrupted, the job goes on, and bills; the action podfleet_job_cancel ends it."

// unwatchedHint follows "The job …" in the error about a job that was not seen to end.
const unwatchedHint = "goes on, and bills; nothing waits for it any more. The action podfleet_job_cancel ends it."

// interruptionDescription is the same for the documentation.
const interruptionDescription = "An interruption, or the death of the CLI or of the provider's process, does not end " +
	"the job: it goes on, and bills, and nothing waits for it any more. The first progress message has its id; with " +
	"that, `podfleet_job_cancel` ends it."

// jobReference is the configuration of an action on a job that exists.
type jobReference struct {
	EndpointID types.String   `tfsdk:"endpoint_id"`
	JobID      types.String   `tfsdk:"job_id"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

// jobReferenceSchema returns the schema of such an action. verb completes "Id of the job to".
func jobReferenceSchema(ctx context.Context, verb, description string, timeout time.Duration) schema.Schema {
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"endpoint_id": actionEndpointAttribute(),
			"job_id": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "Id of the job to " + verb + ", such as the `id` of a `podfleet_job`.",
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
		},
		Blocks: map[string]schema.Block{"timeouts": framework.InvokeTimeout(ctx, timeout)},
	}
}

func actionEndpointAttribute() schema.Attribute {
	return schema.StringAttribute{
		Required:            true,
		MarkdownDescription: "Id of the endpoint that runs the job.",
		Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
	}
}

// referenceFailure describes a failed request about a job that the configuration names by its id.
func referenceFailure(verb, endpointID, jobID string, err error) framework.Failure {
	failure := framework.Failure{Verb: verb, Entity: entity, Name: jobID, Err: err, Reference: "job_id",
		Timeout: "invoke"}
	if client.IsNotFound(err) {
		failure.Advice = "Next: check job_id. The service forgets a job 30 minutes after its end, one that was " +
			"submitted in sync mode after one minute, and one whose ttl is over or that was purged at once."
		if client.IsEndpointNotFound(err) {
			failure.Reference, failure.Advice = "endpoint_id", submissionAdvice(endpointID, err)
		}
	}
	return failure
}
