// Package hardware holds the data sources of the catalogue: GPU types, CPU types and data centers, with stock and
// prices (contract-v2 10). Each is one request. Version 1 of the management interface has no catalogue.
package hardware

import (
	"cmp"
	"context"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	resource "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// source is a data source of one kind of hardware: T is what the service has.
type source[T interface{ Identifier() string }] struct {
	framework.DataSourceBase        // Its Type is the attribute of the results too.
	one                      string // names a result: "GPU type"
	description              string
	arguments                attribute.Attributes
	// results are the attributes of a result, and order says how the list is sorted.
	results attribute.Attributes
	order   string
	// read is the request, and name the name of an item. has reports whether an item has what the service does not select.
	read func(context.Context, *client.Client, lookups.Arguments) ([]T, error)
	name func(T) string
	has  func(T, lookups.Arguments) bool
	// price is in the attribute priced, which is empty for hardware without a price.
	priced string
	price  func(T, lookups.Arguments) members.Optional[float64]
}

// Schema implements datasource.DataSource.
func (s *source[T]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
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
func (*source[T]) Versions() framework.VersionTable { return framework.OnlyVersion2 }

// Read implements datasource.DataSource.
func (s *source[T]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
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
	all = slices.DeleteFunc(slices.Clone(all), func(one T) bool { return !matches(s.name(one)) || !s.has(one, arguments) })
	slices.SortFunc(all, func(a, b T) int {
		return cmp.Or(cmp.Compare(s.price(a, arguments).Or(math.Inf(1)), s.price(b, arguments).Or(math.Inf(1))),
			strings.Compare(a.Identifier(), b.Identifier()))
	})
	kinds, results := s.results.Types(), make([]attr.Value, len(all))
	for i, one := range all {
		values := framework.ValuesOf(one)
		if s.priced != "" {
			values[s.priced] = types.Float64Null()
			if price, ok := s.price(one, arguments).Get(); ok {
				values[s.priced] = types.Float64Value(price)
			}
		}
		if types.StringValue("").Equal(values["pool"]) {
			values["pool"] = types.StringNull() // No endpoint can have the GPU type.
		}
		for name, value := range values {
			values[name] = settled(ctx, value)
		}
		results[i] = types.ObjectValueMust(kinds, values)
	}
	resp.State.Raw = req.Config.Raw
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(s.Type),
		types.ListValueMust(types.ObjectType{AttrTypes: kinds}, results))...)
}

// settled sorts stocks by ID. Places without stock may be missing.
func settled(ctx context.Context, value attr.Value) attr.Value {
	list, ok := value.(types.List)
	if !ok {
		return value
	}
	idOf := func(stock attr.Value) string {
		object, _ := stock.(types.Object)
		id, _ := object.Attributes()["id"].(types.String)
		return id.ValueString()
	}
	return types.ListValueMust(list.ElementType(ctx), slices.SortedStableFunc(slices.Values(list.Elements()),
		func(a, b attr.Value) int { return strings.Compare(idOf(a), idOf(b)) }))
}

// isIn reports whether hardware has stock in one of the places that an argument names. Without any it is true.
func isIn(stocks []api.Stock, arguments lookups.Arguments, argument string) bool {
	places, _ := arguments[argument].(types.Set)
	wanted := framework.SetStringsOf(places).Or(nil)
	return len(wanted) == 0 || slices.ContainsFunc(stocks, func(one api.Stock) bool {
		return slices.Contains(wanted, one.ID) && one.Availability.Or(api.NoStock) != api.NoStock
	})
}

// stocks returns an attribute with the stock in each place of a kind, such as "data center".
func stocks(of, description string) resource.Attribute {
	return attribute.Computed.Objects(description+" Sorted by `id`. The list has no entry, or one with `NONE`, for a "+of+
		" without stock.", attribute.Attributes{
		"id":           attribute.Computed.String("ID of the " + of + "."),
		"name":         attribute.Computed.String("Name of the " + of + "."),
		"availability": availability(),
	})
}

func availability() resource.Attribute {
	return attribute.Computed.String("Stock: `HIGH`, `MEDIUM`, `LOW` or `NONE`. Null if the API does not return it.")
}

// The values of product and cloud. Their first ones are the defaults.
const (
	productPod        = "POD"
	productCluster    = "CLUSTER"
	productServerless = "SERVERLESS"

	cloudSecure    = "SECURE"
	cloudCommunity = "COMMUNITY"
)

// choice returns an argument with a few values, of which the first is the default.
func choice(description string, all ...string) resource.Attribute {
	return attribute.Optional.String(description+" `"+strings.Join(all[:len(all)-1], "`, `")+"` or `"+all[len(all)-1]+
		"`. Default: `"+all[0]+"`.", validators.OneOf(all...))
}

// filter returns an argument with a set of texts. Without an element it selects everything.
func filter(description string, element ...validator.String) resource.Attribute {
	return attribute.Optional.Set(description+" An empty set selects all.", setvalidator.NoNullValues(),
		setvalidator.ValueStringsAre(append(element, validators.NotEmpty())...))
}

func inDataCenters(one string) resource.Attribute {
	return filter("Data centers, by ID. Lists only a " + one + " that has stock in one of them.")
}

// cudaVersion wants major.minor.
func cudaVersion() validator.String {
	return validators.Matches(regexp.MustCompile(`^\d+\.\d+$`), "be <major>.<minor>, such as 12.4")
}
