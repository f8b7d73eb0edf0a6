package lookups

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
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
	resource   Refreshable[M]
}

// Refreshable is a managed resource with a refresh: see framework.Reads.
type Refreshable[M any] interface {
	resource.ResourceWithConfigure
	RefreshState(ctx context.Context, state tfsdk.State, private framework.PrivateState, diags *diag.Diagnostics) (
		before, after M, outcome framework.Outcome)
}

// NewListResource returns the list resource of an entity, of its managed resource, whose model is M, and its list data
// source, a *ListDataSource. It panics for others: that is a mistake in the entity's data_source.go.
func NewListResource[T, A, M any](of resource.Resource, lists datasource.DataSource) list.ListResource {
	source, isList := lists.(*ListDataSource[T, A])
	managed, isRefreshable := of.(Refreshable[M])
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
		configured.Run, configured.OmitImportedEnv = nil, true
		req.ProviderData = configured
	}
	l.Base.Configure(ctx, req, resp)
	l.resource.Configure(ctx, req, resp)
}

// ListResourceConfigSchema implements list.ListResource: the filters are those of the data source.
func (l *ListResource[T, A, M]) ListResourceConfigSchema(
	_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse,
) {
	description := fmt.Sprintf("Lists the account's %s for `terraform query`, which needs Terraform 1.14. "+
		"OpenTofu does not have the command. An object has to pass all filters that are set.", l.dataSource.Objects)
	if l.dataSource.HasEnded != nil {
		description += " Without a filter other than `name_regex`, the results leave out objects that have ended for good, " +
			"such as pods with the status `TERMINATED`: no configuration describes them."
	}
	resp.Schema = listschema.Schema{
		MarkdownDescription: description,
		Attributes:          l.dataSource.arguments().OfList(),
	}
}

// List implements list.ListResource. An object that cannot be read is a warning; a list that fails is an error, which
// the CLI shows instead of all results.
func (l *ListResource[T, A, M]) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var diags diag.Diagnostics
	source := l.dataSource
	all, err := source.matching(ctx, l.Client, req.Config, l.list, &diags)
	empty := req.NewListResult(ctx)
	stream.Results = Listing[T]{
		Client: l.Client, Limit: req.Limit, Entity: source.Entity.Name,
		Result: func(object T) list.ListResult { return l.result(ctx, req, empty, source.Entity.Object(object)) },
	}.Results(all, err, diags)
}

// list lists the objects that pass the entity's own filters. Without one, it reads the list that readers share.
func (l *ListResource[T, A, M]) list(
	ctx context.Context, c *client.Client, filters Arguments, diags *diag.Diagnostics,
) ([]T, error) {
	source := l.dataSource
	for name := range source.Filters {
		if filters.asksFor(name) {
			return source.list(ctx, c, filters, diags)
		}
	}
	all, err := source.Entity.Objects(c).ReadAll(ctx)
	if source.HasEnded != nil {
		all = slices.DeleteFunc(all, source.HasEnded)
	}
	return all, err
}

// result returns the result for an object. empty is a result without values: to make one takes more memory than to fill
// it, because it computes the type of the whole schema.
func (l *ListResource[T, A, M]) result(
	ctx context.Context, req list.ListRequest, empty list.ListResult, object framework.Object,
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
		SetImported(framework.WithListed(ctx, found), l.resource, state, private, &result)
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
