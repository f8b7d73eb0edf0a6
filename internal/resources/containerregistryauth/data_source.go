package containerregistryauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// DataSource is podfleet_container_registry_auth, a login by id or name.
type DataSource struct{ framework.ByIDOrName }

var (
	_ datasource.DataSourceWithConfigure        = (*DataSource)(nil)
	_ datasource.DataSourceWithConfigValidators = (*DataSource)(nil)
)

// NewDataSource makes the data source, as the registry wants it.
func NewDataSource() datasource.DataSource { return &DataSource{} }

// Metadata names the type.
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_container_registry_auth"
}

// Schema describes the data source.
func (d *DataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds a container registry login by id or name, to give its id to templates and pods. The service never returns user name and password.",
		Attributes:          framework.AttributesByIDOrName(entity, attributes()),
	}
}

// attributes are what the service says of a login.
func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The service's id of the login.",
		},
		"name": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Name of the login, unique in the account.",
		},
	}
}

// Read finds the login.
func (d *DataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	found, ok := framework.Find(ctx, entity, d.Client.GetContainerRegistryAuth, d.Client.ListContainerRegistryAuths, named, req, resp)
	if !ok {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, returned{}.fromAPI(found))...)
}
