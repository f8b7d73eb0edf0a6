package endpoint

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// DataSources is podfleet_endpoints, the endpoints of the account.
type DataSources struct{ framework.DataSourceBase }

var _ datasource.DataSourceWithConfigure = (*DataSources)(nil)

// NewDataSources makes the data source, as the registry wants it.
func NewDataSources() datasource.DataSource { return &DataSources{} }

// Metadata names the type.
func (d *DataSources) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_endpoints"
}

// Schema describes the data source.
func (d *DataSources) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the account's serverless endpoints.",
		Attributes: map[string]schema.Attribute{
			"name_regex": framework.NameRegex(entity),
			"endpoints": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The endpoints, sorted by name and then by id; empty if there are none.",
				NestedObject:        schema.NestedAttributeObject{Attributes: attributes()},
			},
		},
	}
}

// Read lists the endpoints.
func (d *DataSources) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config struct {
		NameRegex types.String `tfsdk:"name_regex"`
		Endpoints []returned   `tfsdk:"endpoints"`
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	config.Endpoints = framework.FindAll(ctx, entity, d.Client.ListEndpoints, named, config.NameRegex, returned{}.fromAPI, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
