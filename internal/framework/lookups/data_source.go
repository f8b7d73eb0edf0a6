// Package lookups has the data sources and the list resource of an entity: they find objects, and change none.
package lookups

import (
	"context"
	"maps"
	"regexp"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/datasourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// An entity is looked up in two ways: one object by id or name, and all objects, those with some names, or those of the
// entity's own filters.

// Lookup holds the parts that both data sources of an entity have in common. T is the client's type, M the model: a
// struct of the returned attributes, with tfsdk tags.
type Lookup[T, M any] struct {
	Entity framework.Entity[T]
	// Attributes are M's: see ComputedAttributes.
	Attributes func() map[string]schema.Attribute
	// FromAPI maps an answer that nothing was known before.
	FromAPI func(T) M
	// Of is the table of the resource, whose attributes the data sources show.
	Of framework.VersionTable
}

// shown returns how the versions have the attributes of an object.
func (l Lookup[T, M]) shown() framework.VersionTable {
	return l.Of.Shown(slices.Collect(maps.Keys(l.Attributes())))
}

// DataSource finds one object, by id or name.
type DataSource[T, M any] struct {
	framework.DataSourceBase
	Lookup[T, M]
	// Description is the data source's, in Markdown.
	Description string
	// Users finds the objects that use the object; nil if none can.
	Users *Users
}

// Metadata implements datasource.DataSource.
func (d *DataSource[T, M]) Metadata(
	_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = d.Entity.TypeName(req.ProviderTypeName)
}

// ConfigValidators implements datasource.DataSourceWithConfigValidators: there has to be one way to find the object.
// The CLI asks again once the unknown values are known.
func (*DataSource[T, M]) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{datasourcevalidator.ExactlyOneOf(path.MatchRoot("id"), path.MatchRoot("name"))}
}

// Schema implements datasource.DataSource: id or name is given, and the rest is found.
func (d *DataSource[T, M]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := idOrName(d.Entity.Name, d.Attributes())
	if d.Users != nil {
		maps.Copy(attributes, d.Users.attributes(d.Entity.Name))
	}
	resp.Schema = schema.Schema{MarkdownDescription: d.Description, Attributes: attributes}
}

// Versions implements Versioned.
func (d *DataSource[T, M]) Versions() framework.VersionTable {
	if d.Users == nil {
		return d.shown()
	}
	return d.shown().With(framework.VersionTable{includeUsedBy: framework.ProviderOwn, usedByAttribute: d.Users.Version})
}

// Read implements datasource.DataSource: one get of the id, or one list in which the name is looked for, or a list that
// many share for both.
func (d *DataSource[T, M]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var id, name types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("id"), &id)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("name"), &name)...)
	if resp.Diagnostics.HasError() {
		return
	}
	found, ok := d.find(ctx, id, name, &resp.Diagnostics)
	framework.WarnOfEnd(d.Client, &resp.Diagnostics)
	if !ok {
		return
	}
	if d.Users == nil {
		resp.Diagnostics.Append(resp.State.Set(ctx, d.FromAPI(found))...)
		return
	}
	// The model does not have the attributes of Users.
	own := tfsdk.State{Schema: schema.Schema{Attributes: idOrName(d.Entity.Name, d.Attributes())}}
	resp.Diagnostics.Append(own.Set(ctx, d.FromAPI(found))...)
	var include types.Bool
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root(includeUsedBy), &include)...)
	used := types.ObjectNull(usedByTypes)
	if include.ValueBool() {
		used = d.Users.find(ctx, d.DataSourceBase, d.Entity.Name, d.Entity.Named(found).ID, &resp.Diagnostics)
	}
	values := map[string]tftypes.Value{}
	if err := own.Raw.As(&values); err != nil {
		resp.Diagnostics.AddError("Cannot read "+d.Entity.Name, err.Error())
		return
	}
	for _, name := range []string{includeUsedBy, usedByAttribute} {
		values[name] = tftypes.NewValue(resp.State.Schema.GetAttributes()[name].GetType().TerraformType(ctx), nil)
	}
	resp.State.Raw = tftypes.NewValue(resp.State.Schema.Type().TerraformType(ctx), values)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(includeUsedBy), include)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(usedByAttribute), used)...)
}

// find returns the object with an id, or the only one with a name if id is null. ok is false if it finds none.
func (d *DataSource[T, M]) find(
	ctx context.Context, id, name types.String, diags *diag.Diagnostics,
) (object T, ok bool) {
	entity := d.Entity.Name
	if !id.IsNull() {
		object, err := d.Entity.Objects(d.Client).Find(ctx, id.ValueString())
		if err != nil {
			verb := "read"
			if transport.IsNotFound(err) {
				verb = framework.LookingFor
			}
			framework.Failure{Verb: verb, Entity: entity, Name: id.ValueString(), Err: err}.AddTo(diags)
		}
		return object, err == nil
	}
	all, err := d.Entity.Objects(d.Client).ReadAll(ctx)
	if err != nil {
		framework.Failure{Verb: "read", Entity: entity, Name: name.ValueString(), Err: err}.AddTo(diags)
		return object, false
	}
	found, problem := d.Entity.ByName(name.ValueString(), all)
	if problem != "" {
		diags.AddAttributeError(path.Root("name"), "Cannot "+framework.LookingFor+" "+entity, problem)
		return object, false
	}
	return all[slices.IndexFunc(all, func(object T) bool { return d.Entity.Named(object).ID == found })], true
}

// ListDataSource lists objects: all that match name_regex and the entity's own filters.
type ListDataSource[T, M any] struct {
	framework.DataSourceBase
	Lookup[T, M]
	// Description is the data source's, in Markdown. Objects is its word for several: "volumes".
	Description, Objects string
	// Filters are the entity's own arguments; nil for none.
	Filters map[string]schema.Attribute
	// FilterVersions says how the versions have the filters.
	FilterVersions framework.VersionTable
	// HasEnded reports whether no configuration can describe an object any more. A list resource leaves such objects out,
	// unless one of the filters is configured. Nil: objects do not end so.
	HasEnded func(T) bool
	// List lists the objects that pass the filters of a configuration. Nil: the entity's List.
	List func(ctx context.Context, c *client.Client, config tfsdk.Config, diags *diag.Diagnostics) ([]T, error)
}

// Metadata implements datasource.DataSource.
func (d *ListDataSource[T, M]) Metadata(
	_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = d.Entity.TypeName(req.ProviderTypeName) + "s"
}

// Schema implements datasource.DataSource.
func (d *ListDataSource[T, M]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: d.Description, Attributes: d.attributes()}
}

func (d *ListDataSource[T, M]) attributes() map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{
		"name_regex": NameRegex(d.Entity.Name),
		d.Entity.Member() + "s": schema.ListNestedAttribute{
			Computed:            true,
			MarkdownDescription: "Matching " + d.Objects + ", sorted by name and then by ID. Empty if none match.",
			NestedObject:        schema.NestedAttributeObject{Attributes: d.Attributes()},
		},
	}
	maps.Copy(attributes, d.Filters)
	return attributes
}

// Versions implements Versioned. The members of the list are those of the data source of one object.
func (d *ListDataSource[T, M]) Versions() framework.VersionTable {
	list := d.Entity.Member() + "s"
	all := framework.VersionTable{"name_regex": framework.ProviderOwn, list: framework.Both}.With(d.FilterVersions)
	for name, entry := range d.shown() {
		all[list+"[*]."+name] = entry
	}
	return all
}

// Read implements datasource.DataSource, with one list.
func (d *ListDataSource[T, M]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	models := d.models(ctx, req.Config, &resp.Diagnostics)
	resp.State.Raw = req.Config.Raw
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(d.Entity.Member()+"s"), models)...)
}

// models lists the objects that pass the filters and name_regex. The service promises no order, and a list that comes
// in another one next time is a change to whatever counts on it: so they are sorted, by name and then by id. The list
// is empty rather than nil, because a nil one would be null.
func (d *ListDataSource[T, M]) models(ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics) []M {
	models := []M{}
	var expression types.String
	diags.Append(config.GetAttribute(ctx, path.Root("name_regex"), &expression)...)
	pattern, err := regexp.Compile(expression.ValueString()) // Null is "", which matches every name.
	if err != nil {
		diags.AddAttributeError(path.Root("name_regex"), "Invalid regular expression", err.Error())
	}
	if diags.HasError() {
		return models
	}
	var all []T
	if d.List != nil {
		all, err = d.List(ctx, d.Client, config, diags)
	} else {
		all, err = d.Entity.Objects(d.Client).ListAll(ctx)
	}
	framework.WarnOfEnd(d.Client, diags)
	if err != nil {
		framework.Failure{Verb: "read", Entity: d.Entity.Name + "s", Err: err}.AddTo(diags)
		return models
	}
	named := d.Entity.Named
	all = d.Entity.EachOnce(all)
	slices.SortFunc(all, func(a, b T) int { return named(a).Compare(named(b)) })
	for _, object := range all {
		if pattern.MatchString(named(object).Name) {
			models = append(models, d.FromAPI(object))
		}
	}
	return models
}

// idOrName returns an entity's attributes for a data source that finds it by id or name. The two of the argument stay
// as they are: lists show them.
func idOrName(entity string, attributes map[string]schema.Attribute) map[string]schema.Attribute {
	all := maps.Clone(attributes)
	for name, means := range map[string]string{
		"id":   "ID of the " + entity + " to find.",
		"name": "Name of the " + entity + " to find. If several objects have it, the error lists their IDs.",
	} {
		all[name] = schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: means + " Exactly one of `id` and `name` is required.",
			Validators:          []validator.String{validators.NotEmpty()},
		}
	}
	return all
}

// NameRegex returns the filter that every list has.
func NameRegex(entity string) schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true,
		MarkdownDescription: "Regular expression in the [RE2 syntax](https://github.com/google/re2/wiki/Syntax). The list " +
			"has only " + framework.WithArticle(entity) + " with a matching name. It matches anywhere in the name; `^` and " +
			"`$` match its start and end. Null lists all.",
		Validators: []validator.String{validators.RegularExpression()},
	}
}
