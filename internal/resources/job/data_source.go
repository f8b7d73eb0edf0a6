package job

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	block "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// jobModel is a job and the endpoint that runs it.
type jobModel struct {
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
	return &framework.DataSource[jobModel]{
		DataSourceBase: framework.DataSourceBase{Type: "job"},
		Description: "Reads the present status and result of a job. The service keeps a result for 30 minutes " +
			"after the job's end, or one minute for a job submitted in sync mode. After that, `status` is `EXPIRED`, " +
			"`output` is null, and the provider warns.\n\n" +
			"**The state stores the result.** `ephemeral.podfleet_job_result` reads a result without storing it.",
		Attributes: attributes,
		Find: func(ctx context.Context, c *client.Client, of jobModel, diags *diag.Diagnostics) (_ jobModel, ok bool) {
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

// ListResource lists the jobs of an endpoint for `terraform query`. The embedded resource has the type name, the
// configuration and the refresh.
type ListResource struct{ *Resource }

var _ list.ListResourceWithConfigure = ListResource{}

// NewListResource returns podfleet_job for `terraform query`.
func NewListResource() list.ListResource { return ListResource{newResource()} }

// ListResourceConfigSchema implements list.ListResource.
func (ListResource) ListResourceConfigSchema(
	_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse,
) {
	resp.Schema = block.Schema{
		MarkdownDescription: "Lists the jobs of an endpoint for `terraform query`, newest first. Needs Terraform 1.14. " +
			"OpenTofu does not have the command. The service lists at most 1,000 jobs. The API returns no inputs: in " +
			"each block that Terraform generates, set `input`, or `input_wo` and `input_wo_version`, before you import the job.",
		Attributes: filterAttributes().OfList(),
	}
}

// List implements list.ListResource, with one list.
func (l ListResource) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var config jobFilters
	if diags := req.Config.Get(ctx, &config); diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	var diags diag.Diagnostics
	all, err := config.list(ctx, l.Client, &diags)
	if err != nil {
		config.failure(err).AddTo(&diags)
	}
	stream.Results = lookups.Listing[jobs.Job]{
		Client: l.Client, Limit: req.Limit, Entity: entity,
		Result: func(job jobs.Job) list.ListResult { return l.result(ctx, req, config.EndpointID, job) },
	}.Results(all, nil, diags)
}

// result returns the result for a job of an endpoint.
func (l ListResource) result(
	ctx context.Context, req list.ListRequest, endpointID types.String, job jobs.Job,
) list.ListResult {
	result := req.NewListResult(ctx)
	result.DisplayName = fmt.Sprintf("%s on %s (%s)", job.ID, endpointID.ValueString(), job.Status)
	id := types.StringValue(job.ID)
	result.Diagnostics.Append(result.Identity.Set(ctx, identity{EndpointID: endpointID, ID: id})...)
	if req.IncludeResource {
		state, private := tfsdk.State{Schema: req.ResourceSchema, Raw: result.Resource.Raw}, framework.PrivateValues{}
		result.Diagnostics.Append(state.SetAttribute(ctx, path.Root("endpoint_id"), endpointID)...)
		result.Diagnostics.Append(state.SetAttribute(ctx, path.Root("id"), id)...)
		result.Diagnostics.Append(framework.MarkImported(ctx, private)...)
		lookups.SetImported(framework.WithListed(ctx, job), l, state, private, &result)
	}
	return result
}
