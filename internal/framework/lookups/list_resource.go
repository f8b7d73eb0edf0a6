package lookups

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// ListResource lists the objects of an entity for `terraform query`. T is the client's type, A the model of the data
// source, and M that of the resource.
//
// The attributes of a result are those that an import with import_env = false and its first refresh would store, so a
// configuration that Terraform generates from them plans like an import.
type ListResource[T, A, M any] struct {
	framework.Base
	dataSource *ListDataSource[T, A] // which has the filters
	resource   refreshable[M]
}

// refreshable is a managed resource with a refresh.
type refreshable[M any] interface {
	resource.ResourceWithConfigure
	Refreshes() framework.Refresh[M]
}

// NewListResource returns the list resource of an entity, of its managed resource, whose model is M, and its list data
// source, a *ListDataSource. It panics for others: that is a mistake in the entity's list.go.
func NewListResource[T, A, M any](of resource.Resource, lists datasource.DataSource) list.ListResource {
	source, isList := lists.(*ListDataSource[T, A])
	managed, isRefreshable := of.(refreshable[M])
	if !isList || !isRefreshable {
		panic(fmt.Sprintf("a list resource cannot be made of %T and %T", of, lists))
	}
	return &ListResource[T, A, M]{dataSource: source, resource: managed}
}

// Metadata implements list.ListResource.
func (l *ListResource[T, A, M]) Metadata(
	ctx context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse,
) {
	l.resource.Metadata(ctx, req, resp)
}

// Configure implements list.ListResourceWithConfigure. A listed object belongs to no address. Environment variables are
// left out of results: some may be secret, and the CLI prints results.
func (l *ListResource[T, A, M]) Configure(
	ctx context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse,
) {
	if configured, ok := req.ProviderData.(framework.Configured); ok {
		configured.Addresses, configured.Reports, configured.OmitImportedEnv = nil, nil, true
		req.ProviderData = configured
	}
	l.Base.Configure(ctx, req, resp)
	l.resource.Configure(ctx, req, resp)
}

// ListResourceConfigSchema implements list.ListResource: the filters are those of the data source.
func (l *ListResource[T, A, M]) ListResourceConfigSchema(
	_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse,
) {
	filters := map[string]schema.Attribute{"name_regex": NameRegex(l.dataSource.Entity.Name)}
	maps.Copy(filters, l.dataSource.Filters)
	description := fmt.Sprintf("Lists the account's %s for `terraform query`, which needs Terraform 1.14. "+
		"OpenTofu does not have the command. An object has to pass all filters that are set.", l.dataSource.Objects)
	if l.dataSource.HasEnded != nil {
		description += " Without a filter other than `name_regex`, the results leave out objects that have ended for good, " +
			"such as pods with the status `TERMINATED`: no configuration describes them."
	}
	resp.Schema = listschema.Schema{
		MarkdownDescription: description,
		Attributes:          ListAttributes(filters),
	}
}

// ListAttributes returns the filters of a data source as those of a list resource.
func ListAttributes(filters map[string]schema.Attribute) map[string]listschema.Attribute {
	all := make(map[string]listschema.Attribute, len(filters))
	for name, filter := range filters {
		switch a := filter.(type) {
		case schema.StringAttribute:
			all[name] = listschema.StringAttribute{Required: a.Required, Optional: !a.Required,
				MarkdownDescription: a.MarkdownDescription, Validators: a.Validators}
		case schema.BoolAttribute:
			all[name] = listschema.BoolAttribute{Optional: true, MarkdownDescription: a.MarkdownDescription,
				Validators: a.Validators}
		case schema.ListAttribute:
			all[name] = listschema.ListAttribute{Optional: true, MarkdownDescription: a.MarkdownDescription,
				ElementType: a.ElementType, Validators: a.Validators}
		default:
			panic(fmt.Sprintf("the filter %s is a %T, which list resources do not have yet", name, filter))
		}
	}
	return all
}

// List implements list.ListResource. It reads the objects from the list that readers share. An object that cannot be
// read is a warning; a list that fails is an error, which the CLI shows instead of all results.
func (l *ListResource[T, A, M]) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var diags diag.Diagnostics
	config := l.dataSourceConfig(ctx, req.Config.Raw, &diags)
	var expression types.String
	diags.Append(config.GetAttribute(ctx, path.Root("name_regex"), &expression)...)
	pattern, err := regexp.Compile(expression.ValueString()) // Null matches every name.
	if err != nil {
		diags.AddAttributeError(path.Root("name_regex"), "Invalid name_regex", err.Error())
	}
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	named := l.dataSource.Entity.Named
	empty := req.NewListResult(ctx)
	stream.Results = Listing[T]{
		Client: l.Client, Request: req, Entity: l.dataSource.Entity.Name,
		Each: func(diags *diag.Diagnostics, f func(T) bool) error {
			return l.each(ctx, config, diags, func(object T) bool {
				return !pattern.MatchString(named(object).Name) || f(object)
			})
		},
		Result: func(object T) list.ListResult { return l.result(ctx, req, empty, named(object)) },
	}.Results(ctx)
}

// each calls f with the objects that pass the entity's own filters.
func (l *ListResource[T, A, M]) each(
	ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics, f func(T) bool,
) error {
	source := l.dataSource
	filtered := l.hasFilters(config)
	var all []T
	var err error
	if source.List == nil || !filtered {
		all, err = source.Entity.Objects(l.Client).ReadReadable(ctx)
		if source.HasEnded != nil && !filtered {
			all = slices.DeleteFunc(all, source.HasEnded)
		}
	} else {
		all, err = source.List(ctx, l.Client, config, diags)
	}
	if err != nil && transport.UnreadableItems(err) == nil {
		return err
	}
	for _, object := range source.Entity.EachOnce(all) {
		if !f(object) {
			return nil
		}
	}
	return err
}

// hasFilters reports whether the entity's own filters are configured.
func (l *ListResource[T, A, M]) hasFilters(config tfsdk.Config) bool {
	values := map[string]tftypes.Value{}
	if err := config.Raw.As(&values); err != nil {
		return true
	}
	for name := range l.dataSource.Filters {
		if !values[name].IsNull() {
			return true
		}
	}
	return false
}

// result returns the result for an object. empty is a result without values: to make one takes more memory than to fill
// it, because it computes the type of the whole schema.
func (l *ListResource[T, A, M]) result(
	ctx context.Context, req list.ListRequest, empty list.ListResult, object framework.Named,
) list.ListResult {
	identity := *empty.Identity
	result := list.ListResult{Identity: &identity}
	if result.DisplayName = object.ID; object.Name != "" {
		result.DisplayName = fmt.Sprintf("%s (%s)", strings.Map(printable, object.Name), object.ID)
	}
	result.Diagnostics.Append(framework.SetIDIdentity(ctx, result.Identity, object.ID)...)
	if req.IncludeResource {
		attributes := *empty.Resource
		result.Resource = &attributes
		found, err := l.dataSource.Entity.Objects(l.Client).Find(ctx, object.ID)
		if err != nil {
			framework.Failure{
				Verb: "read", Entity: l.dataSource.Entity.Name, Name: object.ID, Err: err,
			}.AddTo(&result.Diagnostics)
			return result
		}
		state, private := tfsdk.State{Schema: req.ResourceSchema, Raw: result.Resource.Raw}, framework.PrivateValues{}
		result.Diagnostics.Append(l.dataSource.Entity.BareState(ctx, l.Base, object.ID, &state, private)...)
		ctx = framework.WithAnswers(ctx)
		_, _ = framework.OncePerRPC(ctx, l.dataSource.Entity.Name+" "+object.ID, func() (T, error) { return found, nil })
		SetImported(ctx, l.resource.Refreshes(), state, private, &result)
	}
	return result
}

// printable replaces line breaks, and other characters that a terminal does not show as they are: the CLI prints a
// display name unchanged.
func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return unicode.ReplacementChar
}

// dataSourceConfig returns the configuration of a list block as that of the data source, which has the results as an
// attribute too.
func (l *ListResource[T, A, M]) dataSourceConfig(
	ctx context.Context, raw tftypes.Value, diags *diag.Diagnostics,
) tfsdk.Config {
	described := schema.Schema{Attributes: l.dataSource.attributes()}
	config := tfsdk.Config{Schema: described, Raw: tftypes.NewValue(described.Type().TerraformType(ctx), nil)}
	values := map[string]tftypes.Value{}
	if err := raw.As(&values); err != nil {
		diags.AddError("Cannot read the list block", err.Error())
		return config
	}
	if values == nil { // A null block.
		values = map[string]tftypes.Value{}
	}
	for name, attribute := range described.Attributes {
		if _, given := values[name]; !given {
			values[name] = tftypes.NewValue(attribute.GetType().TerraformType(ctx), nil)
		}
	}
	config.Raw = tftypes.NewValue(described.Type().TerraformType(ctx), values)
	return config
}
