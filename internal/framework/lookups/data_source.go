// Package lookups has the data sources and the list resource of an entity: they find objects, and change none.
package lookups

import (
	"context"
	"maps"
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
	// FromAPI maps an answer that nothing was known before. Nil: the model is the answer, by framework.After.
	FromAPI func(T) M
	// Of is the table of the resource, whose attributes the data sources show.
	Of framework.VersionTable
}

// shown returns how the versions have the attributes of an object.
func (l Lookup[T, M]) shown() framework.VersionTable {
	return l.Of.Shown(slices.Collect(maps.Keys(l.Attributes())))
}

// of returns the model of an answer.
func (l Lookup[T, M]) of(answer T) (m M) {
	if l.FromAPI != nil {
		return l.FromAPI(answer)
	}
	return framework.After(m, answer)
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
	return d.shown().With(framework.VersionTable{usedByAttribute: d.Users.Version})
}

// Read implements datasource.DataSource: one get of the id, or one list in which the name is looked for, or a list that
// many share for both.
func (d *DataSource[T, M]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	arguments := ArgumentsOf(ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	found, ok := d.find(ctx, arguments, &resp.Diagnostics)
	framework.WarnOfEnd(d.Client, &resp.Diagnostics)
	if !ok {
		return
	}
	// The model does not have the attributes of Users.
	own := tfsdk.State{Schema: schema.Schema{Attributes: idOrName(d.Entity.Name, d.Attributes())}}
	resp.Diagnostics.Append(own.Set(ctx, d.of(found))...)
	values := framework.Members(req.Config.Raw, &resp.Diagnostics)
	maps.Copy(values, framework.Members(own.Raw, &resp.Diagnostics))
	resp.State.Raw = tftypes.NewValue(req.Config.Raw.Type(), values)
	if include, _ := arguments[includeUsedBy].(types.Bool); include.ValueBool() {
		used := d.Users.find(ctx, d.DataSourceBase, d.Entity.Name, d.Entity.Object(found).ID, &resp.Diagnostics)
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(usedByAttribute), used)...)
	}
}

// find returns the object with an id, or the only one with a name if there is no id. ok is false if it finds none.
func (d *DataSource[T, M]) find(
	ctx context.Context, arguments Arguments, diags *diag.Diagnostics,
) (object T, ok bool) {
	entity, id, name := d.Entity.Name, arguments.Text("id"), arguments.Text("name")
	if id != "" {
		object, err := d.Entity.Objects(d.Client).Find(ctx, id)
		if err != nil {
			verb := "read"
			if transport.IsNotFound(err) {
				verb = framework.LookingFor
			}
			framework.Failure{Verb: verb, Entity: entity, Name: id, Err: err}.AddTo(diags)
		}
		return object, err == nil
	}
	all, err := d.Entity.Objects(d.Client).ReadAll(ctx)
	if err != nil {
		framework.Failure{Verb: "read", Entity: entity, Name: name, Err: err}.AddTo(diags)
		return object, false
	}
	found, problem := d.Entity.ByName(name, all)
	if problem != "" {
		diags.AddAttributeError(path.Root("name"), "Cannot "+framework.LookingFor+" "+entity, problem)
	}
	return found, problem == ""
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
