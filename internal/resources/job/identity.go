package job

import (
	"context"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// identity is a job's identity: its id means nothing without its endpoint.
type identity struct {
	EndpointID types.String `tfsdk:"endpoint_id"`
	ID         types.String `tfsdk:"id"`
}

// IdentitySchema returns the identity {endpoint_id, id}.
func (r *Resource) IdentitySchema(
	_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse,
) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"endpoint_id": identityschema.StringAttribute{RequiredForImport: true,
			Description: "ID of the endpoint that runs the job."},
		"id": identityschema.StringAttribute{RequiredForImport: true,
			Description: "ID of the job."},
	}}
}

func (m model) identity() any { return identity{EndpointID: m.EndpointID, ID: m.ID} }

// ImportState takes <endpoint_id>/<job_id>, or the identity. Read finds out whether there is such a job. An import
// never submits: what the service does not return is adopted from the configuration.
func (r *Resource) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	var job identity
	if req.ID == "" && req.Identity != nil {
		resp.Diagnostics.Append(req.Identity.Get(ctx, &job)...)
	} else {
		endpointID, id, _ := strings.Cut(req.ID, "/")
		job = identity{types.StringValue(endpointID), types.StringValue(id)}
	}
	if job.EndpointID.ValueString() == "" || job.ID.ValueString() == "" {
		resp.Diagnostics.AddError("Cannot import job", "The import ID is "+strconv.Quote(req.ID)+".\n\n"+
			"Next: use the ID of the endpoint and the ID of the job, with a slash between them: `ENDPOINT_ID/JOB_ID`.")
	}
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("endpoint_id"), job.EndpointID)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), job.ID)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, job)...)
	resp.Diagnostics.Append(framework.MarkImported(ctx, resp.Private)...)
	resp.Diagnostics.Append(framework.MarkNewAddress(ctx, resp.Private)...)
}
