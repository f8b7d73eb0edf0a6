// Package hardware holds the data sources of the catalogue: GPU types, CPU types and data centers, with stock and
// prices (contract-v2 10). Each is one request. Version 1 of the management interface has no catalogue.
package hardware

import (
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	resource "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

// source is a data source of one kind of hardware: T is what the service has, and M the model of a result.
type source[T, M any] struct {
	framework.DataSourceBase        // Its Type is the attribute of the results too.
	one                      string // names a result: "GPU type"
	description              string
	arguments                attribute.Attributes
	// results are the attributes of a result, and order says how compare sorts the list.
	results attribute.Attributes
	order   string
	compare func(a, b M) int
	// read is the request, and name the name of an item. has reports whether an item has what the service does not select.
	read  func(context.Context, *client.Client, lookups.Arguments) ([]T, error)
	name  func(T) string
	has   func(T, lookups.Arguments) bool
	model func(T, lookups.Arguments) M
}

// Schema implements datasource.DataSource.
func (s *source[T, M]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := attribute.Attributes{
		"name_regex": lookups.NameRegex(),
		s.Type:       attribute.Computed.Objects("The "+s.one+"s, sorted by "+s.order+". Empty if none matches.", s.results),
	}
	maps.Copy(attributes, s.arguments)
	resp.Schema = schema.Schema{
		MarkdownDescription: s.description + "\n\n" +
			"It needs version 2 of the management interface: `rest_url` must end in `/v2`. Stock changes all the time, and " +
			"the list reserves nothing.",
		Attributes: attributes.OfDataSource(),
	}
}

// Versions implements framework.Versioned: only version 2 has the data source.
func (s *source[T, M]) Versions() framework.VersionTable {
	all := framework.VersionTable{"name_regex": framework.Over1(framework.Refused, ""),
		s.Type: framework.Over1(framework.Refused, "")}
	for name := range s.arguments {
		all[name] = framework.Over1(framework.Refused, "")
	}
	return all
}

// Read implements datasource.DataSource.
func (s *source[T, M]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	arguments := lookups.ArgumentsOf(ctx, req.Config, &resp.Diagnostics)
	matches := arguments.MatchName(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if s.Client.Version() == 1 {
		framework.RefuseEntityOver1("Only version 2 has a catalogue of "+s.one+"s.", &resp.Diagnostics)
		return
	}
	all, err := s.read(ctx, s.Client, arguments)
	framework.WarnOfEnd(s.Client, &resp.Diagnostics)
	if err != nil {
		framework.Failure{Verb: "read", Entity: s.one + "s", Err: err}.AddTo(&resp.Diagnostics)
		return
	}
	models := []M{} // A nil list would be null.
	for _, one := range all {
		if matches(s.name(one)) && s.has(one, arguments) {
			models = append(models, s.model(one, arguments))
		}
	}
	slices.SortFunc(models, s.compare)
	resp.State.Raw = req.Config.Raw
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(s.Type), models)...)
}

// stock is the stock of one type in one data center.
type stock struct {
	ID           types.String `tfsdk:"id"`
	Name         types.String `tfsdk:"name"`
	Availability types.String `tfsdk:"availability"`
}

// sortStocks sorts stocks by ID. Places without stock may be missing.
func sortStocks(all []stock) {
	slices.SortFunc(all, func(a, b stock) int { return strings.Compare(a.ID.ValueString(), b.ID.ValueString()) })
}

// isIn reports whether hardware has stock in one of the places that an argument names. Without any it is true.
func isIn(stocks []api.Stock, arguments lookups.Arguments, argument string) bool {
	places, _ := arguments[argument].(types.Set)
	wanted := framework.SetStringsOf(places).Or(nil)
	return len(wanted) == 0 || slices.ContainsFunc(stocks, func(one api.Stock) bool {
		return slices.Contains(wanted, one.ID) && one.Availability.Or(api.NoStock) != api.NoStock
	})
}

// byPrice compares two types by price, the cheapest first and those without a price last, and then by ID.
func byPrice(price, otherPrice types.Float64, id, otherID types.String) int {
	if price.IsNull() != otherPrice.IsNull() {
		return map[bool]int{true: 1, false: -1}[price.IsNull()]
	}
	return cmp.Or(cmp.Compare(price.ValueFloat64(), otherPrice.ValueFloat64()),
		strings.Compare(id.ValueString(), otherID.ValueString()))
}

// onlyIf returns an amount, null if the condition does not hold.
func onlyIf(condition bool, amount types.Float64) types.Float64 {
	if !condition {
		return types.Float64Null()
	}
	return amount
}

// stocked are what lists of stocks are about, by their attributes.
var stocked = map[string]string{"data_centers": "data center", "gpu_types": "GPU type", "cpu_types": "CPU type"}

// computed returns the attributes of M, from their descriptions.
func computed[M any](descriptions map[string]string) attribute.Attributes {
	model, all := reflect.TypeFor[M](), attribute.Attributes{}
	for i := range model.NumField() {
		name := model.Field(i).Tag.Get("tfsdk")
		all[name] = ofField(name, reflect.Zero(model.Field(i).Type).Interface(), descriptions[name])
	}
	return all
}

// ofField returns the attribute of a field with a zero value.
func ofField(name string, zero any, description string) resource.Attribute {
	if name == "availability" {
		description = "Stock: `HIGH`, `MEDIUM`, `LOW` or `NONE`. Null if the API does not return it."
	}
	switch zero.(type) {
	case types.Int64:
		return attribute.Computed.Int64(description)
	case types.Float64:
		return attribute.Computed.Float64(description)
	case types.Bool:
		return attribute.Computed.Bool(description)
	case types.Set:
		return attribute.Computed.Set(description)
	case []stock:
		of := stocked[name]
		return attribute.Computed.Objects(description+" Sorted by `id`. The list has no entry, or one with `NONE`, for a "+
			of+" without stock.",
			computed[stock](map[string]string{"id": "ID of the " + of + ".", "name": "Name of the " + of + "."}))
	case []cudaStock:
		return attribute.Computed.Objects(description, computed[cudaStock](map[string]string{
			"version":   "CUDA version, such as `12.4`.",
			"available": "Whether a machine with this version is free.",
		}))
	default:
		return attribute.Computed.String(description)
	}
}
