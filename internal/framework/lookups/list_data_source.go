package lookups

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// ListDataSource lists objects: all that match name_regex and the entity's own filters.
type ListDataSource[T, M any] struct {
	framework.DataSourceBase
	Lookup[T, M]
	// Description is the data source's, in Markdown. Objects is its word for several: "volumes".
	Description, Objects string
	// Filters are the entity's own arguments; nil for none. Missing are those that a version does not have.
	Filters attribute.Attributes
	Missing map[string]Missing
	// Limits says how the versions have filters that one of them has with limits.
	Limits framework.VersionTable
	// HasEnded reports whether no configuration can describe an object any more. A list resource leaves such objects out,
	// unless one of the filters is configured. Nil: objects do not end so.
	HasEnded func(T) bool
	// List lists the objects that pass the filters. Nil: the entity's List.
	List func(ctx context.Context, c *client.Client, filters Arguments, diags *diag.Diagnostics) ([]T, error)
}

// Metadata implements datasource.DataSource.
func (d *ListDataSource[T, M]) Metadata(
	_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = d.Entity.TypeName(req.ProviderTypeName) + "s"
}

// arguments returns the attributes that can be configured.
func (d *ListDataSource[T, M]) arguments() attribute.Attributes {
	all := attribute.Attributes{nameRegex: NameRegex()}
	maps.Copy(all, d.Filters)
	return all
}

// Schema implements datasource.DataSource.
func (d *ListDataSource[T, M]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := d.arguments().OfDataSource()
	attributes[d.Entity.Member()+"s"] = schema.ListNestedAttribute{
		Computed:            true,
		MarkdownDescription: "Matching " + d.Objects + ", sorted by name and then by ID. Empty if none match.",
		NestedObject:        schema.NestedAttributeObject{Attributes: d.Attributes()},
	}
	resp.Schema = schema.Schema{MarkdownDescription: d.Description, Attributes: attributes}
}

// Versions implements Versioned. The members of the list are those of the data source of one object.
func (d *ListDataSource[T, M]) Versions() framework.VersionTable {
	list := d.Entity.Member() + "s"
	all := framework.VersionTable{}
	for name := range d.Filters {
		all[name] = d.Missing[name].Versions()
	}
	for name, entry := range d.shown() {
		all[list+"[*]."+name] = entry
	}
	return all.With(d.Limits)
}

// Read implements datasource.DataSource, with one list.
func (d *ListDataSource[T, M]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	all, err := d.matching(ctx, d.Client, req.Config, d.list, &resp.Diagnostics)
	framework.WarnOfEnd(d.Client, &resp.Diagnostics)
	if err != nil {
		framework.Failure{Verb: "read", Entity: d.Entity.Name + "s", Err: err}.AddTo(&resp.Diagnostics)
	}
	models := []M{} // A nil list would be null.
	for _, object := range all {
		models = append(models, d.of(object))
	}
	resp.State.Raw = req.Config.Raw
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(d.Entity.Member()+"s"), models)...)
}

// list lists the objects that pass the entity's own filters.
func (d *ListDataSource[T, M]) list(
	ctx context.Context, c *client.Client, filters Arguments, diags *diag.Diagnostics,
) ([]T, error) {
	if d.List == nil {
		return d.Entity.Objects(c).ListAll(ctx)
	}
	return d.List(ctx, c, filters, diags)
}

// matching returns the objects of a list that match name_regex. The service promises no order, and a list that comes in
// another one next time is a change to whatever counts on it: so they are sorted, by name and then by id. The objects
// that can be read come with the error of a list with others.
func (d *ListDataSource[T, M]) matching(
	ctx context.Context, c *client.Client, config tfsdk.Config,
	list func(context.Context, *client.Client, Arguments, *diag.Diagnostics) ([]T, error), diags *diag.Diagnostics,
) ([]T, error) {
	arguments := ArgumentsOf(ctx, config, diags)
	matches := arguments.MatchName(diags)
	arguments.Refuse(c.Version(), d.Missing, diags)
	if diags.HasError() {
		return nil, nil
	}
	all, err := list(ctx, c, arguments, diags)
	all = slices.DeleteFunc(all, func(object T) bool { return !matches(d.Entity.Object(object).Name) })
	return d.Entity.Sorted(all), err
}
