// Package rollout holds the data sources of an endpoint's workers and releases: what serves now, and which changes made
// it (contract 2.3, contract-v2 5.4, 5.5). Each is one request.
package rollout

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

const endpointID = "endpoint_id"

// source is a data source about one endpoint.
type source struct {
	framework.DataSourceBase
	// of names what it lists, in the plural.
	of          string
	description string
	attributes  attribute.Attributes
	versions    framework.VersionTable
	// read sends the request, and returns the answer: nil if the version of the management interface has no such request.
	read func(ctx context.Context, c *client.Client, id string) (answer any, err error)
}

// newSource completes a data source with what all have.
func newSource(s source) *source {
	s.Type = "endpoint_" + s.of
	s.attributes[endpointID] = attribute.Required.String("ID of the endpoint.", validators.NotEmpty())
	s.attributes["endpoint_version"] = attribute.Computed.Int64("Version of the endpoint now.")
	return &s
}

// Schema implements datasource.DataSource.
func (s *source) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: s.description, Attributes: s.attributes.OfDataSource()}
}

// Versions implements framework.Versioned.
func (s *source) Versions() framework.VersionTable { return s.versions }

// Read implements datasource.DataSource.
func (s *source) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var id types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root(endpointID), &id)...)
	if resp.Diagnostics.HasError() {
		return
	}
	answer, err := s.read(ctx, s.Client, id.ValueString())
	framework.WarnOfEnd(s.Client, &resp.Diagnostics)
	switch {
	case err != nil:
		framework.Failure{Verb: "read", Entity: s.of + " of endpoint", Name: id.ValueString(), Err: err,
			Reference: endpointID}.AddTo(&resp.Diagnostics)
	case answer == nil:
		framework.RefuseEntityOver1("Only version 2 has "+s.of+" of endpoints.", &resp.Diagnostics)
	default:
		values := framework.ValuesOf(answer)
		values[endpointID] = id
		resp.Diagnostics.Append(resp.State.Set(ctx, types.ObjectValueMust(s.attributes.Types(), values))...)
	}
}
