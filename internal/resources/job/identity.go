package job

import (
	"context"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// identity is a job's: its id means something on its endpoint only.
type identity struct {
	EndpointID types.String `tfsdk:"endpoint_id"`
	ID         types.String `tfsdk:"id"`
}

// IdentitySchema is {endpoint_id, id}.
func (r *Resource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"endpoint_id": identityschema.StringAttribute{RequiredForImport: true, Description: "Id of the endpoint that runs the job."},
		"id":          identityschema.StringAttribute{RequiredForImport: true, Description: "The service's id of the job."},
	}}
}

// identify stores the identity. Every Create, Read and Update must.
func (m model) identify(ctx context.Context, to *tfsdk.ResourceIdentity) diag.Diagnostics {
	return to.Set(ctx, identity{EndpointID: m.EndpointID, ID: m.ID})
}

// ImportState takes <endpoint_id>/<job_id>, or the identity. What the id is worth,
// Read finds out. An import never submits: what the service does not return is
// taken over from the configuration.
func (r *Resource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var of identity
	if req.ID == "" && req.Identity != nil {
		resp.Diagnostics.Append(req.Identity.Get(ctx, &of)...)
	} else {
		endpointID, id, _ := strings.Cut(req.ID, "/")
		of = identity{types.StringValue(endpointID), types.StringValue(id)}
	}
	if of.EndpointID.ValueString() == "" || of.ID.ValueString() == "" {
		resp.Diagnostics.AddError("Cannot import job", "The import id is "+strconv.Quote(req.ID)+". Give the endpoint's id and the job's with a slash between them: <endpoint id>/<job id>.")
	}
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("endpoint_id"), of.EndpointID)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), of.ID)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, of)...)
	resp.Diagnostics.Append(framework.MarkImported(ctx, resp.Private)...)
}
