package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// DataSource is a data source with requests of its own. Package lookups has those that look up objects of an entity. M
// is its model: types.Object, or a struct with tfsdk tags.
type DataSource[M any] struct {
	DataSourceBase
	Description string
	Attributes  map[string]schema.Attribute
	// Find completes a configuration with what it finds. ok is false after an error.
	Find func(ctx context.Context, c *client.Client, config M, diags *diag.Diagnostics) (found M, ok bool)
}

// Schema implements datasource.DataSource.
func (d *DataSource[M]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: d.Description, Attributes: d.Attributes}
}

// Read implements datasource.DataSource.
func (d *DataSource[M]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config M
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	found, ok := d.Find(ctx, d.Client, config, &resp.Diagnostics)
	WarnOfEnd(d.Client, &resp.Diagnostics)
	if ok {
		resp.Diagnostics.Append(resp.State.Set(ctx, found)...)
	}
}
