package job

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// Default timeouts: a cancellation is quick, what runs a job takes as long as the job.
const (
	cancelTimeout = 2 * time.Minute
	runTimeout    = time.Hour
)

// interruptionHint comes with the first progress message about a running job: as a rule the plugin protocol drops what
// an interrupted action says at its end.
const interruptionHint = "If the run is interrupted, the job continues and is billed. To end it, use the action " +
	"podfleet_job_cancel."

// noLongerWatched is a paragraph of the error about a job that the action did not see end. lookOrEnd are steps for it.
const (
	noLongerWatched = "The job is billed while it runs, and this run does not wait for it any longer. The action " +
		"podfleet_job_run would submit another job."
	lookOrEnd = "To look at this job, use the data source podfleet_job. To end it, use the action podfleet_job_cancel."
)

// interruptionDescription says in the documentation what an interrupted run leaves.
const interruptionDescription = "**The job does not end if the run is interrupted or killed**: it continues and is " +
	"billed, and no run waits for it. The first progress message has its ID. To end the job, use `podfleet_job_cancel` " +
	"with that ID."

// jobReference is the configuration of an action on a job that exists.
type jobReference struct {
	EndpointID types.String   `tfsdk:"endpoint_id"`
	JobID      types.String   `tfsdk:"job_id"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

// referenceAttributes returns the attributes of such an action. verb completes "ID of the job to".
func referenceAttributes(verb string) attribute.Attributes {
	return attribute.Attributes{
		"endpoint_id": framework.ActionID("ID of the endpoint that runs the job."),
		"job_id":      framework.ActionID("ID of the job to " + verb + ", such as the `id` of a `podfleet_job`."),
	}
}

// referenceFailure describes a failed request about a job that the configuration names by its id.
func referenceFailure(verb, endpointID, jobID string, err error) framework.Failure {
	failure := framework.Failure{Verb: verb, Entity: entity, Name: jobID, Err: err, Reference: "job_id",
		Timeout: "invoke"}
	switch {
	case client.IsEndpointNotFound(err):
		failure.Reference, failure.Advice = "endpoint_id", submissionAdvice(endpointID, err)
	case transport.IsNotFound(err), transport.HasKind(err, transport.KindInvalid):
		failure.Advice = "Next: check job_id, and the job's status with the data source podfleet_job. Only a job that " +
			"ended FAILED or TIMED_OUT can run again. The service deletes a job 30 minutes after its end, or at once when its " +
			"ttl is over or the queue is purged."
	}
	return failure
}
