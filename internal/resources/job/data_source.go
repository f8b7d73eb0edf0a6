package job

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// found is a job and the endpoint that runs it.
type found struct {
	apiModel

	EndpointID types.String `tfsdk:"endpoint_id"`
}

// NewDataSource returns podfleet_job, a job as it is now.
func NewDataSource() datasource.DataSource {
	attributes := framework.ComputedAttributes[apiModel](apiAttributes(), map[string]string{
		"status": "Status of the job: `IN_QUEUE`, `IN_PROGRESS`, `COMPLETED`, `FAILED`, `TIMED_OUT` or `CANCELLED`; " +
			"`EXPIRED` if the service no longer has the job.",
		"output": "Output of the worker, as JSON: use `jsondecode`. For a streaming worker, the list of its outputs. Null " +
			"without an output.",
		"error": "Error message of a failed job.",
	})
	maps.Copy(attributes, attribute.Attributes{
		"endpoint_id": attribute.Required.String("ID of the endpoint that runs the job.", validators.NotEmpty()),
		"id":          attribute.Required.String("ID of the job.", validators.NotEmpty()),
	}.OfDataSource())
	return &framework.DataSource[found]{
		DataSourceBase: framework.DataSourceBase{Type: "job"},
		Description: "Reads the present status and result of a job. The service keeps a result for 30 minutes " +
			"after the job's end, or one minute for a job submitted in sync mode. After that, `status` is `EXPIRED`, " +
			"`output` is null, and the provider warns.\n\n" +
			"**The state stores the result.** `ephemeral.podfleet_job_result` reads a result without storing it.",
		Attributes: attributes,
		Find: func(ctx context.Context, c *client.Client, of found, diags *diag.Diagnostics) (_ found, ok bool) {
			of.apiModel, ok = readJob(ctx, c, of.EndpointID.ValueString(), of.ID.ValueString(), diags)
			return of, ok
		},
	}
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
