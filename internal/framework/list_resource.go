package framework

import (
	"context"
	"fmt"
	"maps"
	"regexp"

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
)

// ListResource lists the objects of an entity for `terraform query`. T is the client's type, A the model of the data
// source, and M that of the resource.
//
// The attributes of a result are those that an import with import_env = false and its first refresh would store, so a
// configuration that Terraform generates from them plans like an import.
type ListResource[T, A, M any] struct {
	Base
	dataSource *ListDataSource[T, A] // which has the filters
	resource   refreshable[M]
}

// refreshable is a managed resource with a refresh.
type refreshable[M any] interface {
	resource.ResourceWithConfigure
	Refreshes() Refresh[M]
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
	if configured, ok := req.ProviderData.(Configured); ok {
		configured.Addresses, configured.OmitImportedEnv = nil, true
		req.ProviderData = configured
	}
	l.Base.Configure(ctx, req, resp)
	l.resource.Configure(ctx, req, resp)
}

// ListResourceConfigSchema implements list.ListResource: the filters are those of the data source.
func (l *ListResource[T, A, M]) ListResourceConfigSchema(
	_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse,
) {
	filters := map[string]schema.Attribute{"name_regex": nameRegex(l.dataSource.Entity.Name)}
	maps.Copy(filters, l.dataSource.Filters)
	resp.Schema = listschema.Schema{
		MarkdownDescription: fmt.Sprintf("Lists the account's %s for `terraform query`, which needs Terraform 1.14. "+
			"An object has to pass all filters that are set.", l.dataSource.Objects),
		Attributes: listAttributes(filters),
	}
}

// listAttributes returns the filters of a data source as those of a list resource.
func listAttributes(filters map[string]schema.Attribute) map[string]listschema.Attribute {
	all := make(map[string]listschema.Attribute, len(filters))
	for name, filter := range filters {
		switch a := filter.(type) {
		case schema.StringAttribute:
			all[name] = listschema.StringAttribute{Optional: true, MarkdownDescription: a.MarkdownDescription,
				Validators: a.Validators}
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

// List implements list.ListResource. It reads the objects from the list that readers share, and passes on the objects
// of a page as soon as it has arrived. An object that cannot be read is a warning; a list that fails is an error, which
// the CLI shows instead of all results.
func (l *ListResource[T, A, M]) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var diags diag.Diagnostics
	listing := listing[T, A, M]{of: l, request: req}
	listing.config = l.dataSourceConfig(ctx, req.Config.Raw, &diags)
	var expression types.String
	diags.Append(listing.config.GetAttribute(ctx, path.Root("name_regex"), &expression)...)
	var err error
	if listing.pattern, err = regexp.Compile(expression.ValueString()); err != nil { // Null matches every name.
		diags.AddAttributeError(path.Root("name_regex"), "Invalid name_regex", err.Error())
	}
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	stream.Results = func(push func(list.ListResult) bool) { listing.run(ctx, push) }
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

// listing is the listing of one list block.
type listing[T, A, M any] struct {
	of      *ListResource[T, A, M]
	request list.ListRequest
	config  tfsdk.Config // that of the data source
	pattern *regexp.Regexp
}

// run passes on the objects that pass the filters. The CLI stops reading at the limit, so the result that reaches it
// carries the warning that there are more.
func (l listing[T, A, M]) run(ctx context.Context, push func(list.ListResult) bool) {
	var diags diag.Diagnostics
	matching, stopped := int64(0), false
	var last T
	err := l.each(ctx, &diags, func(object T) bool {
		if !l.pattern.MatchString(l.named(object).Name) {
			return true
		}
		matching++
		switch {
		case matching == l.request.Limit:
			last = object
		case l.request.Limit <= 0 || matching < l.request.Limit:
			stopped = !push(l.result(ctx, object))
		}
		return !stopped
	})
	if stopped {
		return
	}
	entity := l.of.dataSource.Entity.Name
	if err != nil {
		Failure{Verb: "list", Entity: entity + "s", Err: err}.AddTo(&diags)
	}
	if !diags.HasError() && matching >= l.request.Limit && l.request.Limit > 0 {
		result := l.result(ctx, last)
		if matching > l.request.Limit {
			result.Diagnostics.AddWarning("The list has a limit", fmt.Sprintf("Terraform shows %d of the %d %ss that "+
				"match.\n\nNext: to see all of them, set `limit = %[2]d` in the list block, beside `provider`.",
				l.request.Limit, matching, entity))
		}
		if !push(result) {
			return
		}
	}
	WarnOfEnd(ctx, l.of.Client, &diags)
	if len(diags) > 0 {
		push(list.ListResult{Diagnostics: diags})
	}
}

func (l listing[T, A, M]) named(object T) Named { return l.of.dataSource.Entity.Named(object) }

// each calls f with the objects that pass the filters of the data source.
func (l listing[T, A, M]) each(ctx context.Context, diags *diag.Diagnostics, f func(T) bool) error {
	source := l.of.dataSource
	if source.List == nil || !l.hasFilters() {
		return source.Entity.Objects(l.of.Client).Stream(ctx, f)
	}
	all, err := source.List(ctx, l.of.Client, l.config, diags)
	if err != nil {
		return err
	}
	for _, object := range eachOnce(all, source.Entity.Named) {
		if !f(object) {
			break
		}
	}
	return nil
}

// hasFilters reports whether the entity's own filters are configured.
func (l listing[T, A, M]) hasFilters() bool {
	values := map[string]tftypes.Value{}
	if err := l.config.Raw.As(&values); err != nil {
		return true
	}
	for name := range l.of.dataSource.Filters {
		if !values[name].IsNull() {
			return true
		}
	}
	return false
}

// result returns the result for an object, or a warning if the object cannot be read.
func (l listing[T, A, M]) result(ctx context.Context, object T) list.ListResult {
	named := l.named(object)
	result := l.request.NewListResult(ctx)
	if result.DisplayName = named.ID; named.Name != "" {
		result.DisplayName = fmt.Sprintf("%s (%s)", named.Name, named.ID)
	}
	result.Diagnostics.Append(SetIDIdentity(ctx, result.Identity, named.ID)...)
	if l.request.IncludeResource {
		found := l.resource(ctx, named.ID, &result.Diagnostics)
		if result.Diagnostics.HasError() {
			return unreadable(l.of.dataSource.Entity.Name, result)
		}
		result.Diagnostics.Append(result.Resource.Set(ctx, found)...)
	}
	return result
}

// resource returns the attributes that an import of an object and its first refresh store.
func (l listing[T, A, M]) resource(ctx context.Context, id string, diags *diag.Diagnostics) (imported M) {
	entity := l.of.dataSource.Entity
	object, err := entity.Objects(l.of.Client).Find(ctx, id)
	if err != nil {
		Failure{Verb: "read", Entity: entity.Name, Name: id, Err: err}.AddTo(diags)
		return imported
	}
	state := tfsdk.State{Schema: l.request.ResourceSchema, Raw: l.request.NewListResult(ctx).Resource.Raw}
	private := privateState{}
	diags.Append(entity.bareState(ctx, l.of.Base, id, &state, private)...)
	diags.Append(state.Get(ctx, &imported)...)
	if diags.HasError() {
		return imported
	}
	ctx = WithAnswers(ctx)
	_, _ = OncePerRPC(ctx, entity.Name+" "+id, func() (T, error) { return object, nil })
	var reports diag.Diagnostics
	imported, outcome := l.of.resource.Refreshes().Object(ctx, imported, private, &reports)
	diags.Append(reports.Errors()...) // The import warns.
	if outcome != Found && !diags.HasError() {
		diags.AddError("Cannot read "+entity.Name, "The service no longer has the "+entity.Name+" "+id+".")
	}
	return imported
}

// unreadable returns a result without an object: its errors become warnings, because an error would end the listing,
// and the CLI would drop the results before it.
func unreadable(entity string, failed list.ListResult) list.ListResult {
	var warnings diag.Diagnostics
	for _, d := range failed.Diagnostics {
		warnings.AddWarning(d.Summary(), fmt.Sprintf("The list leaves out the %s %s.\n\n%s", entity, failed.DisplayName,
			d.Detail()))
	}
	return list.ListResult{Diagnostics: warnings}
}

// privateState is the private state of an object that no state has.
type privateState map[string][]byte

// GetKey implements PrivateReader.
func (p privateState) GetKey(_ context.Context, key string) ([]byte, diag.Diagnostics) {
	return p[key], nil
}

// SetKey implements PrivateWriter.
func (p privateState) SetKey(_ context.Context, key string, value []byte) diag.Diagnostics {
	if value == nil {
		delete(p, key)
	} else {
		p[key] = value
	}
	return nil
}
