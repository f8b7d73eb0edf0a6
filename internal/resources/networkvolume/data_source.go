package networkvolume

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// DataSource is podfleet_network_volume, a volume by id or name.
type DataSource struct{ framework.ByIDOrName }

var (
	_ datasource.DataSourceWithConfigure        = (*DataSource)(nil)
	_ datasource.DataSourceWithConfigValidators = (*DataSource)(nil)
)

// NewDataSource makes the data source, as the registry wants it.
func NewDataSource() datasource.DataSource { return &DataSource{} }

// Metadata names the type.
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_network_volume"
}

// Schema describes the data source.
func (d *DataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds a network volume by id, or by name where only one has it.",
		Attributes:          framework.AttributesByIDOrName(entity, attributes()),
	}
}

// attributes are what the service says of a volume.
func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The service's id of the volume.",
		},
		"name": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Name of the volume. Others can have it too.",
		},
		"size": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "Size in GB.",
		},
		"data_center_id": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Data center that the volume is in; what mounts it must run there.",
		},
	}
}

// Read finds the volume.
func (d *DataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	found, ok := framework.Find(ctx, entity, d.Client.GetNetworkVolume, d.Client.ListNetworkVolumes, named, req, resp)
	if !ok {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, returned{}.fromAPI(found))...)
}
