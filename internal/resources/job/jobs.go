package job

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// maxListed is the maximum number of jobs that the service lists (contract 3.2).
const maxListed = 1000

// jobFilters select jobs, in a data source and in a list block.
type jobFilters struct {
	EndpointID types.String `tfsdk:"endpoint_id"`
	Statuses   types.List   `tfsdk:"statuses"`
}

// jobsModel is podfleet_jobs.
type jobsModel struct {
	jobFilters
	Jobs []listedModel `tfsdk:"jobs"`
}

// filterAttributes returns the attributes of jobFilters.
func filterAttributes() attribute.Attributes {
	return attribute.Attributes{
		"endpoint_id": attribute.Required.String("ID of the endpoint.", validators.NotEmpty()),
		"statuses": attribute.Optional.List("Statuses to list: `IN_QUEUE`, `IN_PROGRESS`, `COMPLETED`, `FAILED`, "+
			"`TIMED_OUT` or `CANCELLED`. Default: all.",
			listvalidator.SizeAtLeast(1), listvalidator.ValueStringsAre(validators.OneOf(
				string(jobs.InQueue), string(jobs.InProgress), string(jobs.Completed), string(jobs.Failed),
				string(jobs.TimedOut), string(jobs.Cancelled)))),
	}
}

// NewJobsDataSource returns podfleet_jobs, the jobs of an endpoint.
func NewJobsDataSource() datasource.DataSource {
	attributes := filterAttributes().OfDataSource()
	attributes["jobs"] = schema.ListNestedAttribute{
		Computed: true, MarkdownDescription: "Jobs, newest first. `[]` if the endpoint has none.",
		NestedObject: schema.NestedAttributeObject{
			Attributes: framework.ComputedAttributes[listedModel](apiAttributes(), map[string]string{
				"id":     "ID of the job.",
				"status": "Status of the job. Some services have others than those of `statuses`.",
			}),
		},
	}
	return &framework.DataSource[jobsModel]{
		DataSourceBase: framework.DataSourceBase{Type: "jobs"},
		Description: "Lists the jobs of an endpoint, newest first, as they are now. The service lists at most " +
			"1,000 jobs. It deletes each job 30 minutes after its end, or one minute after it for a job submitted in sync " +
			"mode.\n\n" +
			"The service limits this list to ten requests in ten seconds for each endpoint. The list has no outputs and " +
			"errors: read those of one job with `podfleet_job`.",
		Attributes: attributes,
		Find: func(ctx context.Context, c *client.Client, m jobsModel, diags *diag.Diagnostics) (jobsModel, bool) {
			all, err := m.list(ctx, c, diags)
			if err != nil {
				m.failure(err).AddTo(diags)
			}
			m.Jobs = []listedModel{}
			for _, job := range all {
				m.Jobs = append(m.Jobs, framework.After(listedModel{}, job))
			}
			return m, err == nil
		},
	}
}

// list returns the jobs that the filters select, with a warning if the service may have left out older ones.
func (f jobFilters) list(ctx context.Context, c *client.Client, diags *diag.Diagnostics) ([]jobs.Job, error) {
	all, err := c.ListJobs(ctx, f.EndpointID.ValueString())
	if err != nil {
		return nil, err
	}
	if listed := len(all); listed >= maxListed {
		endpoint := framework.Object{Entity: "endpoint", ID: f.EndpointID.ValueString()}
		diags.AddWarning(endpoint.About("The list of jobs may be incomplete"), fmt.Sprintf("The service lists at most %d "+
			"jobs, and listed %d of the endpoint %s. Older jobs are missing.\n\n"+
			"Next: to read an older job, use the data source podfleet_job with its ID.", maxListed, listed, endpoint.ID))
	}
	var selected []jobs.Job
	statuses := framework.Strings(f.Statuses)
	for _, job := range all {
		if len(statuses) == 0 || slices.Contains(statuses, string(job.Status)) {
			selected = append(selected, job)
		}
	}
	return selected, nil
}

// failure returns the failure of a list.
func (f jobFilters) failure(err error) framework.Failure {
	failure := framework.Failure{Verb: "list", Entity: "jobs of endpoint", Name: f.EndpointID.ValueString(), Err: err,
		Reference: "endpoint_id"}
	if transport.IsNotFound(err) {
		failure.Advice = fmt.Sprintf("The endpoint %s does not exist, or the service cannot list jobs.\n\n"+
			"Next: check endpoint_id and queue_url. If other operations of the endpoint work, this service has no list of "+
			"jobs.",
			f.EndpointID.ValueString())
	}
	return failure
}
