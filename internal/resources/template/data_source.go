package template

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// DataSource is podfleet_template, a template by id or name.
type DataSource struct{ framework.ByIDOrName }

var (
	_ datasource.DataSourceWithConfigure        = (*DataSource)(nil)
	_ datasource.DataSourceWithConfigValidators = (*DataSource)(nil)
)

// NewDataSource makes the data source, as the registry wants it.
func NewDataSource() datasource.DataSource { return &DataSource{} }

// Metadata names the type.
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_template"
}

// Schema describes the data source.
func (d *DataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds a template. By id it can be anybody's that this account may see; a name is looked for among the account's own, " +
			"those that endpoints use included.\n\n" +
			"Its environment variables are left out, because secret ones are among them: only the resource knows which were set with `env_wo`.",
		Attributes: framework.AttributesByIDOrName(entity, attributes()),
	}
}

// attributes are what the service says of a template.
func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The service's id of the template.",
		},
		"name": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Name of the template, unique in the account that it belongs to.",
		},
		"image_name": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Container image with its tag.",
		},
		"category": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Kind of hardware the image is made for: `NVIDIA`, `AMD` or `CPU`.",
		},
		"is_serverless": schema.BoolAttribute{
			Computed:            true,
			MarkdownDescription: "`true` for the workers of serverless endpoints, `false` for pods.",
		},
		"container_disk_in_gb": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "Size of the container's disk in GB; it is wiped on restart.",
		},
		"volume_in_gb": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "Size of the local volume in GB; it persists across restarts. `0` is none.",
		},
		"volume_mount_path": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Absolute path at which a volume is mounted.",
		},
		"container_registry_auth_id": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Id of the container registry login that the image is pulled with. Null if there is none.",
		},
		"docker_entrypoint": schema.ListAttribute{
			ElementType: types.StringType, Computed: true,
			MarkdownDescription: "What replaces the image's ENTRYPOINT. `[]` is the image's own.",
		},
		"docker_start_cmd": schema.ListAttribute{
			ElementType: types.StringType, Computed: true,
			MarkdownDescription: "What replaces the image's CMD. `[]` is the image's own.",
		},
		"ports": schema.ListAttribute{
			ElementType: types.StringType, Computed: true,
			MarkdownDescription: "Exposed ports, as `<port>/<protocol>` with protocol `http` or `tcp`. `[]` is none.",
		},
		"is_public": schema.BoolAttribute{
			Computed:            true,
			MarkdownDescription: "Whether other accounts can see the template, if it is one for pods.",
		},
		"readme": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Description in Markdown; empty if there is none.",
		},
		"is_platform": schema.BoolAttribute{
			Computed:            true,
			MarkdownDescription: "Whether this is an official template of the service. Null where the service does not say.",
		},
		"earned": schema.Float64Attribute{
			Computed:            true,
			MarkdownDescription: "Credits the template has earned its creator. Null where the service does not say.",
		},
		"runtime_in_min": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "How long containers made from the template have run, in minutes. Null where the service does not say.",
		},
	}
}

// Read finds the template.
func (d *DataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	list := func(ctx context.Context) ([]client.Template, error) { return d.Client.ListTemplates(ctx, own) }
	found, ok := framework.Find(ctx, entity, d.Client.GetTemplate, list, named, req, resp)
	if !ok {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, returned{}.fromAPI(found))...)
}
