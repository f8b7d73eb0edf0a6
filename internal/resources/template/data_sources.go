package template

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// DataSources is podfleet_templates, the templates of the account and others.
type DataSources struct{ framework.DataSourceBase }

var _ datasource.DataSourceWithConfigure = (*DataSources)(nil)

// NewDataSources makes the data source, as the registry wants it.
func NewDataSources() datasource.DataSource { return &DataSources{} }

// Metadata names the type.
func (d *DataSources) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_templates"
}

// Schema describes the data source.
func (d *DataSources) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists templates: the account's own, and other people's if asked.\n\n" +
			"Their environment variables are left out, because secret ones are among them: only a resource knows which were set with `env_wo`.",
		Attributes: map[string]schema.Attribute{
			"name_regex": framework.NameRegex(entity),
			"include_endpoint_bound": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "Whether to list the account's own templates that endpoints use. Default `true`, unlike the service's: " +
					"a template does not leave the list because somebody puts an endpoint on it.",
			},
			"include_public": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: "Whether to list other people's public templates too; there can be very many. Default `false`.",
			},
			"include_platform": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "Whether to list the service's official templates too. Default `false`. Deployments spell this flag in different ways. The provider learns " +
					"how from the templates it is answered, if need be with a second request; where it is answered none at all, it cannot, and the list can be empty although there are official ones.",
			},
			"templates": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The templates, sorted by name and then by id; empty if there are none.",
				NestedObject:        schema.NestedAttributeObject{Attributes: attributes()},
			},
		},
	}
}

// Read lists the templates.
func (d *DataSources) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config struct {
		NameRegex            types.String `tfsdk:"name_regex"`
		IncludeEndpointBound types.Bool   `tfsdk:"include_endpoint_bound"`
		IncludePublic        types.Bool   `tfsdk:"include_public"`
		IncludePlatform      types.Bool   `tfsdk:"include_platform"`
		Templates            []returned   `tfsdk:"templates"`
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	filter := client.TemplateFilter{
		IncludeEndpointBound: config.IncludeEndpointBound.IsNull() || config.IncludeEndpointBound.ValueBool(),
		IncludePublic:        config.IncludePublic.ValueBool(),
		IncludePlatform:      config.IncludePlatform.ValueBool(),
	}
	list := func(ctx context.Context) ([]client.Template, error) { return d.Client.ListTemplates(ctx, filter) }
	config.Templates = framework.FindAll(ctx, entity, list, named, config.NameRegex, returned{}.fromAPI, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
