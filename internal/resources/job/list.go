package job

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

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
	resp.Schema = schema.Schema{
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
